/** DOM id of a part's field, used by its label, its error and `focusField`. */
export const fieldId = (partKey: string, field: string) => `${partKey}-${field}`;

export const errorId = (partKey: string, field: string) => `${partKey}-${field}-error`;

/** Renders a part's field that is not in the DOM yet. */
type Reveal = (partKey: string, field: string) => void;
let reveal: Reveal | undefined;

/** For virtualized views: registers how to render a part that is not in the DOM. Returns a function that unregisters it. */
export function setReveal(render: Reveal): () => void {
  reveal = render;
  return () => {
    if (reveal === render) reveal = undefined;
  };
}

/** Scrolls a part's field into view and focuses it; in a radio group, the checked or first option. */
export function focusField(partKey: string, field: string): void {
  reveal?.(partKey, field);
  const container = document.getElementById(fieldId(partKey, field)) ?? document.getElementById(partKey);
  if (!container) return;
  const isControl = container.matches('input, select, textarea, button');
  const target = isControl
    ? container
    : (container.querySelector<HTMLElement>('input:checked') ??
      container.querySelector<HTMLElement>('input') ??
      container);
  target.focus({ preventScroll: true });
  // jsdom has no layout and no scrolling.
  if (typeof container.scrollIntoView === 'function')
    container.scrollIntoView({ block: container.id === partKey ? 'start' : 'center' });
}
