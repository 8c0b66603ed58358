import { useEffect, useEffectEvent, type RefObject } from 'react';
import { orbit, pan, zoom, type Box, type PicturePoint, type View } from './view.ts';

interface Navigation {
  box: Box;
  /** Whether the wheel enlarges even without the focus. */
  zoomsOnWheel: boolean;
  /** Changes the view at once. */
  move: (change: (view: View) => View) => void;
  /** A click or tap that moved nothing. */
  onClick: (at: PicturePoint) => void;
  /** The pointer without a button; undefined when it leaves. */
  onHover: (at: PicturePoint | undefined) => void;
}

/** Angle for a drag over the height of the picture. */
const TURN_RAD = Math.PI;
/** A pointer that moves less is meant to click. */
const CLICK_PX = 5;
const WHEEL_STEP = 1.0015;
/** Pixels of a wheel that counts lines or pages. */
const WHEEL_UNITS = [1, 16, 400];

interface Pointer {
  x: number;
  y: number;
}

/**
 * Mouse and touch on the picture: drag turns, with the right button or Shift it moves; two fingers move and enlarge. The
 * wheel enlarges while the picture has the focus, so that it does not hold up scrolling of the page.
 */
export function useNavigation(picture: RefObject<HTMLElement | null>, navigation: Navigation): void {
  const follow = useEffectEvent((element: HTMLElement, event: PointerEvent | WheelEvent, all: Pointers) => {
    react(element, event, all, navigation);
  });
  useEffect(() => {
    const element = picture.current;
    if (!element) return undefined;
    const pointers: Pointers = { held: new Map(), moved: 0 };
    const abort = new AbortController();
    const options = { signal: abort.signal, passive: false };
    const listen = (event: PointerEvent | WheelEvent) => follow(element, event, pointers);
    for (const type of [
      'pointerdown',
      'pointermove',
      'pointerup',
      'pointercancel',
      'pointerleave',
      'wheel',
    ] as const)
      element.addEventListener(type, listen, options);
    element.addEventListener('contextmenu', (event) => event.preventDefault(), options);
    return () => abort.abort();
  }, [picture]);
}

interface Pointers {
  held: Map<number, Pointer>;
  /** Pixels since the first pointer came down. */
  moved: number;
}

function react(
  element: HTMLElement,
  event: PointerEvent | WheelEvent,
  pointers: Pointers,
  { box, zoomsOnWheel, move, onClick, onHover }: Navigation,
): void {
  const frame = element.getBoundingClientRect();
  const { held } = pointers;
  if (event instanceof WheelEvent) {
    if (!zoomsOnWheel && !event.ctrlKey && !element.contains(document.activeElement)) return;
    event.preventDefault();
    const steps = event.deltaY * (WHEEL_UNITS[event.deltaMode] ?? 1);
    return move((view) => zoom(view, WHEEL_STEP ** -steps, box, pointIn(frame, event)));
  }
  const before = held.get(event.pointerId);
  switch (event.type) {
    case 'pointerdown':
      if (held.size === 0) pointers.moved = 0;
      held.set(event.pointerId, { x: event.clientX, y: event.clientY });
      element.setPointerCapture(event.pointerId);
      break;
    case 'pointermove':
      if (!before) return onHover(pointIn(frame, event));
      pointers.moved += Math.hypot(event.clientX - before.x, event.clientY - before.y);
      if (pointers.moved > CLICK_PX) move(dragged(frame, event, before, held, box));
      held.set(event.pointerId, { x: event.clientX, y: event.clientY });
      break;
    case 'pointerup':
      held.delete(event.pointerId);
      if (before && held.size === 0 && pointers.moved <= CLICK_PX && event.button === 0)
        onClick(pointIn(frame, event));
      break;
    case 'pointercancel':
      held.delete(event.pointerId);
      break;
    default:
      onHover(undefined);
  }
}

function dragged(
  frame: DOMRect,
  event: PointerEvent,
  before: Pointer,
  held: ReadonlyMap<number, Pointer>,
  box: Box,
): (view: View) => View {
  const [right, down] = [
    (event.clientX - before.x) / frame.height,
    (event.clientY - before.y) / frame.height,
  ];
  const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
  if (other) {
    const spread = ({ x, y }: Pointer) => Math.hypot(x - other.x, y - other.y) || 1;
    const factor = spread({ x: event.clientX, y: event.clientY }) / spread(before);
    const middle = { clientX: (event.clientX + other.x) / 2, clientY: (event.clientY + other.y) / 2 };
    // Each finger moves the middle by half of its way.
    return (view) => zoom(pan(view, right / 2, down / 2), factor, box, pointIn(frame, middle));
  }
  const isPan = event.shiftKey || (event.buttons & 6) !== 0;
  return (view) => (isPan ? pan(view, right, down) : orbit(view, right * TURN_RAD, down * TURN_RAD));
}

const pointIn = (
  { left, top, width, height }: DOMRect,
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): PicturePoint => [(clientX - left - width / 2) / height, (top + height / 2 - clientY) / height];
