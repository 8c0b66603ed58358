/** DOM id of a part's field, shared by its label, its error and the focus after a failed check. */
export const fieldId = (partKey: string, field: string) => `${partKey}-${field}`;

export const errorId = (partKey: string, field: string) => `${partKey}-${field}-error`;

/** Draws a part's field that is not in the page yet. */
type Reveal = (partKey: string, field: string) => void;
let reveal: Reveal | undefined;

/** Registers how a view that renders only some of its parts renders another one. Returns a function that unregisters it. */
export function setReveal(by: Reveal): () => void {
  reveal = by;
  return () => {
    if (reveal === by) reveal = undefined;
  };
}

/** Scrolls a part's field into view and focuses it; in a group the chosen or first option. */
export function focusField(partKey: string, field: string): void {
  reveal?.(partKey, field);
  const holder = document.getElementById(fieldId(partKey, field)) ?? document.getElementById(partKey);
  if (!holder) return;
  const isControl = holder.matches('input, select, textarea, button');
  const target = isControl
    ? holder
    : (holder.querySelector<HTMLElement>('input:checked') ??
      holder.querySelector<HTMLElement>('input') ??
      holder);
  target.focus({ preventScroll: true });
  // jsdom has no layout and no scrolling.
  if (typeof holder.scrollIntoView === 'function')
    holder.scrollIntoView({ block: holder.id === partKey ? 'start' : 'center' });
}
