/** Whether the device is touch-only: no keyboard for shortcuts, and no folder selection. */
export const isTouch = (): boolean => globalThis.matchMedia('(hover: none) and (pointer: coarse)').matches;
