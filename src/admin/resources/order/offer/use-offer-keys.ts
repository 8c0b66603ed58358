import type { KeyboardEvent, RefObject } from 'react';

const columns = ['amount', 'days', 'reason'] as const;
type Column = (typeof columns)[number];

/**
 * Keyboard shortcuts of the offer form, whose cells have `data-column` and `data-line`: Enter and the arrow keys move
 * within a column, Ctrl+D copies the cell above, Ctrl+Enter sends.
 */
export function useOfferKeys(
  form: RefObject<HTMLElement | null>,
  { copyAbove, send }: { copyAbove: (column: Column, lineIndex: number) => void; send: () => void },
): (event: KeyboardEvent) => void {
  return (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && isCommand) {
      event.preventDefault();
      return send();
    }
    const cell = event.target instanceof HTMLInputElement ? event.target.dataset : {};
    const column = columns.find((name) => name === cell['column']);
    if (column === undefined) return;
    const lineIndex = Number(cell['line']);
    if (event.key.toLowerCase() === 'd' && isCommand) {
      event.preventDefault();
      return copyAbove(column, lineIndex);
    }
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    // Falls back to another field, because this one may be disabled in the next line.
    const next = [column, ...columns]
      .map((name) => `[data-column="${name}"][data-line="${lineIndex + step}"]:enabled`)
      .map((selector) => form.current?.querySelector<HTMLInputElement>(selector))
      .find((field) => field);
    next?.focus();
  };
}
