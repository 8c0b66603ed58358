/** Id of a part's field on the page: where its label, its error and the focus after a failed check find it. */
export const fieldId = (partKey: string, field: string) => `${partKey}-${field}`;

export const errorId = (partKey: string, field: string) => `${partKey}-${field}-error`;

/** Brings a part's field into view and focuses it; a group is focused at its chosen or first choice. */
export function focusField(partKey: string, field: string): void {
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
