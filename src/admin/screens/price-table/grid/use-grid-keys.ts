import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { CellValue } from '#contract/prices/price-table.ts';
import { cellAfterEntry, type Extent } from '#domain/grid/cell-moves.ts';
import { formatBlock, parseBlock } from '#domain/grid/clipboard.ts';
import { cellText, parseCell, type CellView } from './cell-text.ts';
import { planPaste, type TableCell, type PastePlan } from './paste.ts';
import { cellsWithin, selectAll, moveSelection, selectCell, rangeOf, type Selection } from './selection.ts';

export interface GridInput {
  extent: Extent;
  view: CellView;
  canEdit: boolean;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  cellAt: (row: number, column: number) => TableCell;
  onChange: (changes: readonly (readonly [key: string, value: CellValue])[]) => void;
  onPasted: (result: PastePlan | { problem: string }) => void;
  /** Called when the user types on a cell that cannot have a price. */
  onNotOffered: (key: string) => void;
  onUndo: () => void;
  onRedo: () => void;
}

/** Handles the grid's keys and clipboard; `editing` is the initial text of the editor, undefined if it is closed. */
export function useGridKeys(input: GridInput, pageRows: () => number) {
  const { extent, view, canEdit, selection, onSelect, cellAt, onChange } = input;
  const [editing, setEditing] = useState<string>();
  const { focus } = selection;
  const isEmpty = extent.rows === 0 || extent.columns === 0;

  function open(text?: string) {
    if (isEmpty || !canEdit) return;
    const cell = cellAt(focus.row, focus.column);
    if (!cell.isAllowed) return input.onNotOffered(cell.key);
    setEditing(text ?? cellText(cell.value, view));
  }

  const selectedCells = () => cellsWithin(rangeOf(selection), cellAt);

  function clear() {
    if (isEmpty || !canEdit) return;
    onChange(
      selectedCells()
        .flat()
        .filter(({ isAllowed }) => isAllowed)
        .flatMap(({ key, value }) => {
          const parsed = parseCell('', value, view);
          return 'problem' in parsed ? [] : [[key, parsed.value] as const];
        }),
    );
  }

  function handleKey(event: KeyboardEvent): boolean {
    const { key, shiftKey, altKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && !altKey) {
      const letter = key.toLowerCase();
      if (letter === 'z') {
        if (shiftKey) input.onRedo();
        else input.onUndo();
        return true;
      }
      if (letter === 'y') return (input.onRedo(), true);
      if (letter === 'a') return (onSelect(selectAll(extent)), true);
    }
    const next = moveSelection(
      selection,
      { key, toEdge: isControl, extend: shiftKey, page: pageRows() },
      extent,
    );
    if (next && !altKey) return (onSelect(next), true);
    if (isControl || altKey) return false;
    if (key === 'Enter' || key === 'F2') return (open(), true);
    if (key === 'Delete' || key === 'Backspace') return (clear(), true);
    // An input method has started; its text goes to the editor.
    if (key === 'Process') return (open(''), false);
    if (key.length === 1 && key !== ' ') return (open(key), true);
    return false;
  }

  const commit = (text: string, key: 'Enter' | 'Tab' | undefined, isReversed: boolean) => {
    const cell = cellAt(focus.row, focus.column);
    const parsed = parseCell(text, cell.value, view);
    if (!('problem' in parsed)) onChange([[cell.key, parsed.value]]);
    setEditing(undefined);
    if (key) onSelect(selectCell(cellAfterEntry(key, isReversed, focus, extent)));
  };

  function copy(event: ClipboardEvent) {
    if (editing !== undefined || isEmpty) return false;
    const rows = selectedCells().map((row) => row.map(({ value }) => cellText(value, view)));
    event.clipboardData.setData('text/plain', formatBlock(rows));
    event.preventDefault();
    return true;
  }

  return {
    editing,
    open,
    commit,
    cancel: () => setEditing(undefined),
    read: (text: string) => parseCell(text, cellAt(focus.row, focus.column).value, view),
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        if (!isEmpty && handleKey(event)) event.preventDefault();
      },
      onCopy: (event: ClipboardEvent) => void copy(event),
      onCut: (event: ClipboardEvent) => {
        if (copy(event)) clear();
      },
      onPaste: (event: ClipboardEvent) => {
        if (editing !== undefined || isEmpty || !canEdit) return;
        event.preventDefault();
        const block = parseBlock(event.clipboardData.getData('text/plain'));
        const plan = planPaste(block, rangeOf(selection), extent, view, cellAt);
        input.onPasted(plan);
      },
    },
  };
}
