import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Pixels from the top left corner of the stage, with the size of the stage. */
export interface StagePoint {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Gestures {
  /**
   * A drag; `by` is the movement in pixels. `isPan` is true with Shift, the right or middle button, or two fingers,
   * whose movements count half each.
   */
  onDrag: (by: StagePoint, isPan: boolean) => void;
  /** A pinch or the wheel zooms by a factor around a point. */
  onZoom: (factor: number, at: StagePoint) => void;
  /** With this handler, drags begin only after a few pixels. */
  onClick?: (at: StagePoint) => void;
  /** `at` is undefined when the pointer leaves the stage. */
  onHover?: (at: StagePoint | undefined) => void;
  /** Whether the wheel zooms instead of scrolling the page. Default: always. */
  takesWheel?: (event: WheelEvent) => boolean;
}

/** If the pointer moves at most this far, it is a click. */
const CLICK_PX = 5;
/** The zoom factor for each pixel of the wheel. */
const WHEEL_STEP = 1.0015;
/** Pixels per unit of `deltaMode`: pixels, lines, pages. */
const WHEEL_UNITS = [1, 16, 400];
/** A mouse with a free-spinning wheel can report thousands of pixels at once. */
const MAX_WHEEL_PX = 600;

const EVENT_TYPES = [
  'pointerdown',
  'pointermove',
  'pointerup',
  'pointercancel',
  'pointerleave',
  'wheel',
] as const;

/** Handles mouse, touch and wheel on a picture. */
export function useGestures(stage: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const handle = useEffectEvent(
    (element: HTMLElement, event: PointerEvent | WheelEvent, pointers: Pointers) =>
      handleEvent(element, event, pointers, gestures),
  );
  useEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const pointers: Pointers = { active: new Map(), moved: 0 };
    const abort = new AbortController();
    const options = { signal: abort.signal, passive: false };
    const listen = (event: PointerEvent | WheelEvent) => handle(element, event, pointers);
    for (const type of EVENT_TYPES) element.addEventListener(type, listen, options);
    return () => abort.abort();
  }, [stage]);
}

interface Pointers {
  active: Map<number, StagePoint>;
  /** Pixels moved since the first pointer went down. */
  moved: number;
}

function handleEvent(
  element: HTMLElement,
  event: PointerEvent | WheelEvent,
  pointers: Pointers,
  gestures: Gestures,
): void {
  const { onZoom, onClick, onHover, takesWheel } = gestures;
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = { x: event.clientX - left, y: event.clientY - top, width, height };
  if (event instanceof WheelEvent) {
    if (takesWheel?.(event) === false) return;
    event.preventDefault();
    const pixels = event.deltaY * (WHEEL_UNITS[event.deltaMode] ?? 1);
    return onZoom(WHEEL_STEP ** -Math.min(MAX_WHEEL_PX, Math.max(-MAX_WHEEL_PX, pixels)), at);
  }
  const { active } = pointers;
  const previous = active.get(event.pointerId);
  switch (event.type) {
    case 'pointerdown':
      if (active.size === 0) pointers.moved = 0;
      active.set(event.pointerId, at);
      element.setPointerCapture(event.pointerId);
      break;
    case 'pointermove':
      if (!previous) return onHover?.(at);
      active.set(event.pointerId, at);
      pointers.moved += Math.hypot(at.x - previous.x, at.y - previous.y);
      if (!onClick || pointers.moved > CLICK_PX) drag(event, previous, at, active, gestures);
      break;
    case 'pointerleave':
      onHover?.(undefined);
      break;
    default:
      active.delete(event.pointerId);
      if (event.type === 'pointerup' && previous && active.size === 0 && event.button === 0)
        if (pointers.moved <= CLICK_PX) onClick?.(at);
  }
}

function drag(
  { pointerId, shiftKey, buttons }: PointerEvent,
  previous: StagePoint,
  at: StagePoint,
  active: ReadonlyMap<number, StagePoint>,
  { onDrag, onZoom }: Gestures,
): void {
  const other = [...active].find(([id]) => id !== pointerId)?.[1];
  const weight = other ? 0.5 : 1;
  const by = { ...at, x: (at.x - previous.x) * weight, y: (at.y - previous.y) * weight };
  // Bits 2 and 4 are the right and the middle button.
  onDrag(by, other !== undefined || shiftKey || (buttons & 6) !== 0);
  if (!other) return;
  const distanceToOther = ({ x, y }: StagePoint) => Math.hypot(x - other.x, y - other.y) || 1;
  onZoom(distanceToOther(at) / distanceToOther(previous), {
    ...at,
    x: (at.x + other.x) / 2,
    y: (at.y + other.y) / 2,
  });
}
