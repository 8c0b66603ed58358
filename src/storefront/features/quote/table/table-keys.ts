import type { KeyboardEvent } from 'react';
import { cellAfterEntry, moveCell } from '#domain/grid/cell-moves.ts';
import type { TableColumn } from './headings.ts';

export interface CellPosition {
  row: number;
  column: TableColumn;
}

/** The cell of an input; undefined for other elements. */
export function positionOf(target: EventTarget, columns: readonly TableColumn[]): CellPosition | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const column = columns.find((candidate) => candidate === target.dataset['column']);
  return column && { row: Number(target.dataset['row']), column };
}

/** The cell that a key leads to; undefined if it moves the caret within the text or moves nothing. */
export function cellAfterKey(
  event: KeyboardEvent,
  input: HTMLInputElement,
  current: CellPosition,
  rowsPerPage: number,
  rowCount: number,
  columns: readonly TableColumn[],
): CellPosition | undefined {
  if (event.altKey || movesCaret(event, input)) return undefined;
  const { key, shiftKey } = event;
  const from = { row: current.row, column: columns.indexOf(current.column) };
  const extent = { rows: rowCount, columns: columns.length };
  const to =
    key === 'Enter'
      ? cellAfterEntry(key, shiftKey, from, extent)
      : moveCell({ key, page: rowsPerPage, toEdge: key === 'Home' || key === 'End' }, from, extent);
  // Ctrl+End leads to the last row and keeps the column.
  const column = key === 'End' ? current.column : columns[to?.column ?? -1];
  return to && column && { row: to.row, column };
}

function movesCaret({ key, ctrlKey }: KeyboardEvent, input: HTMLInputElement): boolean {
  const { selectionStart, selectionEnd, value } = input;
  const isAllSelected = selectionStart === 0 && selectionEnd === value.length;
  if (key === 'ArrowUp' || key === 'ArrowDown') return input.dataset['edited'] !== undefined;
  if (key === 'ArrowLeft') return !isAllSelected && selectionEnd !== 0;
  if (key === 'ArrowRight') return !isAllSelected && selectionStart !== value.length;
  return (key === 'Home' || key === 'End') && !ctrlKey;
}
