import type { KeyboardEvent } from 'react';
import { afterEntry, movedBy } from '#domain/grid/cell-moves.ts';
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
  event: KeyboardEvent,
  input: HTMLInputElement,
  at: CellPosition,
  page: number,
  count: number,
  columns: readonly BillColumn[],
): CellPosition | undefined {
  if (event.altKey || isOfText(event, input)) return undefined;
  const { key, shiftKey } = event;
  const from = { row: at.row, column: columns.indexOf(at.column) };
  const extent = { rows: count, columns: columns.length };
  const to =
    key === 'Enter'
      ? afterEntry(key, shiftKey, from, extent)
      : movedBy({ key, page, toEdge: key === 'Home' || key === 'End' }, from, extent);
  // Ctrl End leads to the last row and stays in its column.
  const column = key === 'End' ? at.column : columns[to?.column ?? -1];
  return to && column && { row: to.row, column };
}

function isOfText({ key, ctrlKey }: KeyboardEvent, input: HTMLInputElement): boolean {
  const { selectionStart, selectionEnd, value } = input;
  const isWhole = selectionStart === 0 && selectionEnd === value.length;
  if (key === 'ArrowUp' || key === 'ArrowDown') return input.dataset['edited'] !== undefined;
  if (key === 'ArrowLeft') return !isWhole && selectionEnd !== 0;
  if (key === 'ArrowRight') return !isWhole && selectionStart !== value.length;
  return (key === 'Home' || key === 'End') && !ctrlKey;
}
