import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Pixels from the top left corner of the stage. */
export interface StagePoint {
  x: number;
  y: number;
}

interface Gestures {
  onPan: (x: number, y: number) => void;
  /** Enlarges by a factor around a point. */
  onZoom: (factor: number, at: StagePoint) => void;
}

const WHEEL_STEP = 1.0015;
/** Pixels of a wheel that counts lines or pages. */
const WHEEL_UNITS = [1, 16, 400];
/** A wheel of a free-running mouse can report thousands of pixels at once. */
const MOST_WHEEL_PX = 600;

/** A drag moves, the wheel enlarges towards the pointer, two fingers do both. */
export function useGestures(stage: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const follow = useEffectEvent(
    (element: HTMLElement, event: PointerEvent | WheelEvent, held: Map<number, StagePoint>) =>
      react(element, event, held, gestures),
  );
  useEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const held = new Map<number, StagePoint>();
    const abort = new AbortController();
    const options = { signal: abort.signal, passive: false };
    const listen = (event: PointerEvent | WheelEvent) => follow(element, event, held);
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'wheel'] as const)
      element.addEventListener(type, listen, options);
    return () => abort.abort();
  }, [stage]);
}

function react(
  element: HTMLElement,
  event: PointerEvent | WheelEvent,
  held: Map<number, StagePoint>,
  { onPan, onZoom }: Gestures,
): void {
  const { left, top } = element.getBoundingClientRect();
  const at = { x: event.clientX - left, y: event.clientY - top };
  if (event instanceof WheelEvent) {
    event.preventDefault();
    const pixels = event.deltaY * (WHEEL_UNITS[event.deltaMode] ?? 1);
    onZoom(WHEEL_STEP ** -Math.min(MOST_WHEEL_PX, Math.max(-MOST_WHEEL_PX, pixels)), at);
    return;
  }
  const before = held.get(event.pointerId);
  if (event.type === 'pointerdown') {
    held.set(event.pointerId, at);
    element.setPointerCapture(event.pointerId);
  } else if (event.type !== 'pointermove') {
    held.delete(event.pointerId);
  } else if (before) {
    held.set(event.pointerId, at);
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    // Each finger moves the middle by half of its way.
    const share = other ? 0.5 : 1;
    onPan((at.x - before.x) * share, (at.y - before.y) * share);
    if (!other) return;
    const spread = ({ x, y }: StagePoint) => Math.hypot(x - other.x, y - other.y) || 1;
    onZoom(spread(at) / spread(before), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
  }
}
