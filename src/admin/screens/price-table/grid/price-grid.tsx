import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, type MouseEvent, type RefObject } from 'react';
import type { CellPosition } from '#domain/grid/cell-moves.ts';
import { CellEditor } from './cell-editor.tsx';
import { cellText } from './cell-text.ts';
import { GridCell } from './grid-cell.tsx';
import { GridHead } from './grid-head.tsx';
import type { Material, Option } from '../price-model.ts';
import styles from './price-grid.module.css';
import { coversAll, isWithin, rangeOf } from './selection.ts';
import { useGridKeys, type GridInput } from './use-grid-keys.ts';

export const ROW_PX = 34;
const COLUMN_PX = 96;
export const NAME_PX = 168;
export const HEAD_PX = 52;

interface Props extends GridInput {
  ref: RefObject<HTMLDivElement | null>;
  materials: readonly Material[];
  options: readonly Option[];
  isEdited: (key: string) => boolean;
  /** Whether the user must confirm the edit: a price jump, a removal or a large new price. */
  isLargeChange: (key: string) => boolean;
}

/** Materials × options. The grid keeps the focus and names its active cell; it renders only visible cells. */
export function PriceGrid({ ref: scroller, materials, options, isEdited, isLargeChange, ...input }: Props) {
  const { extent, view, canEdit, selection, onSelect, cellAt } = input;
  const id = useId();
  // oxlint-disable-next-line react/incompatible-library -- its functions change without a new identity; nothing here is memoized
  const rows = useVirtualizer({
    count: extent.rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    // The virtualizer does not know the sticky head above the first row.
    scrollPaddingEnd: HEAD_PX,
    overscan: 6,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: extent.columns,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN_PX,
    scrollPaddingEnd: NAME_PX,
    overscan: 3,
  });
  const pageRows = () =>
    Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD_PX) / ROW_PX) - 1);
  const keys = useGridKeys(input, pageRows);
  const { focus } = selection;
  const range = rangeOf(selection);

  // Scrolls the active cell into view, unless all cells are selected.
  const isAllSelected = coversAll(range, extent);
  useEffect(() => {
    if (extent.rows === 0 || extent.columns === 0 || isAllSelected) return;
    rows.scrollToIndex(focus.row);
    columns.scrollToIndex(focus.column);
  }, [rows, columns, focus.row, focus.column, extent.rows, extent.columns, isAllSelected]);

  const refocus = () => scroller.current?.focus({ preventScroll: true });

  function onMouseDown(event: MouseEvent) {
    const position = positionOf(event.target);
    if (!position || event.button !== 0) return;
    event.preventDefault();
    // Commits the open editor while its cell is still active.
    refocus();
    onSelect({ anchor: event.shiftKey ? selection.anchor : position, focus: position });
  }

  function onMouseMove(event: MouseEvent) {
    const position = event.buttons === 1 ? positionOf(event.target) : undefined;
    const isNew = position && (position.row !== focus.row || position.column !== focus.column);
    if (isNew) onSelect({ anchor: selection.anchor, focus: position });
  }

  const idOf = (row: number, column: number) => `${id}-${row}-${column}`;
  const activeOption = options[focus.column];
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label="价目总表"
      aria-rowcount={extent.rows + 1}
      aria-colcount={extent.columns + 1}
      aria-multiselectable
      aria-readonly={!canEdit}
      aria-activedescendant={
        extent.rows > 0 && extent.columns > 0 ? idOf(focus.row, focus.column) : undefined
      }
      className={styles.grid}
      {...keys.handlers}
      onMouseDown={onMouseDown}
      onMouseMove={onMouseMove}
      onDoubleClick={({ target }) => {
        if (positionOf(target)) keys.open();
      }}
    >
      <div
        role="presentation"
        className={styles.sheet}
        style={{ width: NAME_PX + columns.getTotalSize(), height: HEAD_PX + rows.getTotalSize() }}
      >
        <GridHead
          options={options}
          columns={columns.getVirtualItems()}
          view={view}
          activeColumn={focus.column}
          onSelect={(column) =>
            onSelect({ anchor: { row: extent.rows - 1, column }, focus: { row: 0, column } })
          }
        />
        {rows.getVirtualItems().map(({ index: row, start }) => {
          const material = materials[row];
          return material ? (
            <div
              key={material.id}
              role="row"
              aria-rowindex={row + 2}
              className={styles.row}
              style={{ top: HEAD_PX + start, height: ROW_PX }}
            >
              <div role="rowheader" aria-colindex={1} className={styles.nameHead}>
                <button
                  type="button"
                  tabIndex={-1}
                  title={material.name}
                  className={styles.name}
                  data-current={row === focus.row}
                  onClick={() => {
                    onSelect({ anchor: { row, column: extent.columns - 1 }, focus: { row, column: 0 } });
                    refocus();
                  }}
                >
                  {material.name}
                </button>
              </div>
              {columns.getVirtualItems().map(({ index: column, start: left, size }) => {
                const option = options[column];
                if (!option) return null;
                const cell = cellAt(row, column);
                const edited = isEdited(cell.key);
                const isLarge = edited && isLargeChange(cell.key);
                const isBlank = cell.isAllowed && cell.value === null;
                const isManual = isBlank && cell.isManual === true;
                const isMissing = isBlank && !isManual;
                const text = cellText(cell.value, view);
                const state = !cell.isAllowed ? '不适用' : isManual ? '需人工' : isMissing ? '缺价' : text;
                return (
                  <GridCell
                    key={option.id}
                    id={idOf(row, column)}
                    row={row}
                    column={column}
                    left={NAME_PX + left}
                    width={size}
                    text={text}
                    label={`${material.name}，${option.processName} ${option.name}：${state}${edited ? '，未保存' : ''}${isLarge ? (cell.value === null ? '，被清空' : '，变动超过 50%') : ''}`}
                    isAllowed={cell.isAllowed}
                    isMissing={isMissing}
                    isManual={isManual}
                    isEdited={edited}
                    isLargeChange={isLarge}
                    isSelected={isWithin(range, row, column)}
                    isActive={row === focus.row && column === focus.column}
                  />
                );
              })}
            </div>
          ) : null;
        })}
        {keys.editing === undefined ? null : (
          <CellEditor
            label={`${materials[focus.row]?.name ?? ''} ${activeOption?.name ?? ''}`}
            initial={keys.editing}
            left={NAME_PX + focus.column * COLUMN_PX}
            top={HEAD_PX + focus.row * ROW_PX}
            width={COLUMN_PX}
            height={ROW_PX}
            read={keys.read}
            onCommit={(text, key, isReversed) => {
              keys.commit(text, key, isReversed);
              if (key) refocus();
            }}
            onCancel={() => {
              keys.cancel();
              refocus();
            }}
          />
        )}
      </div>
    </div>
  );
}

function positionOf(target: EventTarget): CellPosition | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const { row, column } = target.dataset;
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) };
}
