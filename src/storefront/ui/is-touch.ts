/** Whether the page is used by touch only: without a keyboard for its shortcuts, and without folders to choose. */
export const isTouch = (): boolean => globalThis.matchMedia('(hover: none) and (pointer: coarse)').matches;
