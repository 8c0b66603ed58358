import type { KeyboardEvent } from 'react';
import type { BillColumn } from './headings.ts';

export interface CellPosition {
  row: number;
  column: BillColumn;
}

/** The cell of a field. */
export function positionOf(target: EventTarget, columns: readonly BillColumn[]): CellPosition | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const column = columns.find((one) => one === target.dataset['column']);
  return column && { row: Number(target.dataset['row']), column };
}

/** Where a key leads from a cell; undefined when the key belongs to the text in the cell. */
export function targetOf(
  { key, ctrlKey, shiftKey, altKey }: KeyboardEvent,
  input: HTMLInputElement,
  { row, column }: CellPosition,
  page: number,
  count: number,
  columns: readonly BillColumn[],
): CellPosition | undefined {
  if (altKey) return undefined;
  const { selectionStart, selectionEnd, value } = input;
  const isWhole = selectionStart === 0 && selectionEnd === value.length;
  const isSuggesting = input.dataset['edited'] !== undefined;
  const beside = columns[columns.indexOf(column) + (key === 'ArrowLeft' ? -1 : 1)] ?? column;
  const clamp = (to: number) => ({ row: Math.min(Math.max(to, 0), count - 1), column });
  switch (key) {
    case 'ArrowUp':
      return isSuggesting ? undefined : clamp(row - 1);
    case 'ArrowDown':
      return isSuggesting ? undefined : clamp(row + 1);
    case 'Enter':
      return clamp(row + (shiftKey ? -1 : 1));
    case 'PageUp':
      return clamp(row - page);
    case 'PageDown':
      return clamp(row + page);
    case 'ArrowLeft':
      return isWhole || selectionEnd === 0 ? { row, column: beside } : undefined;
    case 'ArrowRight':
      return isWhole || selectionStart === value.length ? { row, column: beside } : undefined;
    case 'Home':
      return ctrlKey ? { row: 0, column: 'name' } : undefined;
    case 'End':
      return ctrlKey ? { row: count - 1, column } : undefined;
    default:
      return undefined;
  }
}
