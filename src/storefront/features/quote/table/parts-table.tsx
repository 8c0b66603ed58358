import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
} from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { ProcessKey } from '#domain/pricing/types.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';
import { partDaysLabel } from '#domain/lead/lead-class.ts';
import { isTouch } from '#storefront/ui/is-touch.ts';
import { partTitle, type PartDraft } from '../draft/draft.ts';
import { fieldId, setReveal } from '../draft/field-focus.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { NUMERIC_FIELDS, readPasted } from '../draft/size-text.ts';
import {
  cellError,
  cellText,
  fieldOf,
  isChoice,
  catalogueNamesOf,
  optionsOf,
  processOf,
  withCell,
} from './cell-values.ts';
import { similarity, sortBySimilarity } from './choice-words.ts';
import { fieldsOf } from './choices.ts';
import { columnWidths } from './column-widths.ts';
import { fillRows, type FillRowsOptions } from './fill-rows.ts';
import type { TableColumn } from './headings.ts';
import { readSizeNotation } from './list-size.ts';
import { isBom, readPastedRows } from './pasted-rows.ts';
import { SelectionBar } from './selection-bar.tsx';
import { findShownProcesses, tableColumns } from './table-columns.ts';
import { positionOf, cellAfterKey, type CellPosition } from './table-keys.ts';
import { errorsOf, TableRow } from './table-row.tsx';
import styles from './parts-table.module.css';

const ROW_PX = 38;

const titles: Partial<Record<TableColumn, string>> = {
  name: '名称',
  material: '材料',
  length: '长 mm',
  width: '宽 mm',
  height: '高 mm',
  num: '数量',
  remark: '备注',
};

interface PartsTableProps extends Pick<FillRowsOptions, 'state' | 'scope' | 'newPart'> {
  /** The quotation is in a lead class other than 标准. */
  hasNonStandardLead: boolean;
  /** A BOM was pasted into a cell. */
  onPasteBom: (text: string) => void;
  /** Shows a part as a card, which has all its processes. */
  onOpenCard: (partKey: string) => void;
}

/**
 * All parts as a spreadsheet. Arrow keys move; Tab moves within the row and then leaves the table. Accepts pasted blocks of
 * cells and BOMs, and sets fields of selected rows at once. Only visible rows are rendered.
 */
export function PartsTable({
  state,
  scope,
  hasNonStandardLead,
  newPart,
  onPasteBom,
  onOpenCard,
}: PartsTableProps) {
  const { parts, catalogue } = state;
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 'name' });
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set());
  // A process keeps its column: it must not vanish under the pointer.
  const [columnProcesses, setColumnProcesses] = useState<readonly ProcessKey[]>([]);
  const shownProcesses = findShownProcesses(parts, newPart.selections, scope);
  if (shownProcesses.some((key) => !columnProcesses.includes(key)))
    setColumnProcesses([...new Set([...columnProcesses, ...shownProcesses])]);
  const processColumns = useMemo(
    () => catalogue.tree.map(({ id }) => processKey(id)).filter((key) => columnProcesses.includes(key)),
    [catalogue, columnProcesses],
  );
  const columns = useMemo(() => tableColumns(processColumns), [processColumns]);
  const lastSelected = useRef(0);
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions change without a new identity; nothing here is memoized
  const virtualizer = useVirtualizer({
    count: parts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    // Keeps the focused row rendered when it is scrolled away.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      return indexes.includes(active.row) || active.row >= parts.length
        ? indexes
        : [...indexes, active.row].toSorted((a, b) => a - b);
    },
  });

  useLayoutEffect(
    () =>
      setReveal((partKey, field) => {
        const row = latest.current.parts.findIndex(({ key }) => key === partKey);
        if (row === -1) return;
        const part = latest.current.parts[row];
        const column = columns.find((candidate) => {
          const process = processOf(candidate, latest.current.catalogue);
          const fields: string[] = process && part ? fieldsOf(process, part.selections) : [candidate];
          return fields.includes(field);
        });
        if (field !== '' && column === undefined) onOpenCard(partKey);
        else flushSync(() => setActive({ row, column: column ?? 'name' }));
      }),
    [columns, onOpenCard],
  );

  const goTo = (row: number, column: TableColumn) => {
    const part = parts[row];
    if (!part) return;
    flushSync(() => setActive({ row, column }));
    const cell = document.getElementById(fieldId(part.key, fieldOf(column, catalogue)));
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'z' && state.beforeBulk) {
      event.preventDefault();
      return scope.dispatch({ type: 'bulkUndone' });
    }
    const at = positionOf(event.target, columns);
    if (!at || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX) - 2);
    const to = cellAfterKey(event, event.target, at, page, parts.length, columns);
    if (!to) return;
    event.preventDefault();
    goTo(to.row, to.column);
  };

  const onPaste = (event: ClipboardEvent) => {
    const at = positionOf(event.target, columns);
    if (!at) return;
    const text = event.clipboardData.getData('text');
    if (isBom(text, at.column, catalogueNamesOf(catalogue))) {
      event.preventDefault();
      return onPasteBom(text);
    }
    const pastedRows = readPastedRows(text, at.column, columns);
    if (pastedRows) {
      event.preventDefault();
      return fillRows({ state, scope, newPart, from: at.row, rows: pastedRows });
    }
    const part = parts[at.row];
    const numericField = NUMERIC_FIELDS.find((field) => field === at.column);
    if (part && numericField && numericField !== 'num' && readSizeNotation(text)) {
      event.preventDefault();
      const next = withCell(part, 'length', text, catalogue);
      return scope.dispatch({ type: 'bulkSet', fields: new Map([[part.key, next]]), added: [] });
    }
    const pastedNumbers = numericField && readPasted(numericField, text);
    const key = part?.key;
    if (!pastedNumbers || key === undefined) return;
    event.preventDefault();
    for (const field of NUMERIC_FIELDS) {
      if (pastedNumbers[field] !== undefined)
        scope.dispatch({ type: 'typed', key, field, text: pastedNumbers[field] });
    }
  };

  const onFocus = ({ target }: FocusEvent) => {
    const at = positionOf(target, columns);
    if (at && (at.row !== active.row || at.column !== active.column)) setActive(at);
  };

  const selectRows = useCallback((row: number, isSelected: boolean, isRange: boolean) => {
    const from = isRange ? Math.min(row, lastSelected.current) : row;
    const to = isRange ? Math.max(row, lastSelected.current) : row;
    lastSelected.current = row;
    setSelectedKeys((before) => {
      const next = new Set(before);
      for (const { key } of latest.current.parts.slice(from, to + 1)) {
        if (isSelected) next.add(key);
        else next.delete(key);
      }
      return next;
    });
  }, []);

  const activePart = parts[active.row];
  const message =
    activePart && messageOf(activePart, active.column, scope, state.serverErrors[activePart.key]);
  const selected = parts.filter(({ key }) => selectedKeys.has(key));
  return (
    <div className={styles.sheet}>
      <SelectionBar
        state={state}
        scope={scope}
        selected={selected}
        onDone={() => setSelectedKeys(new Set())}
      />
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells have the focus */}
      <div
        ref={scroller}
        role="grid"
        aria-label="零件表格"
        aria-rowcount={parts.length + 1}
        className={styles.scroller}
        style={{ ...columnWidths(parts, scope), ...processWidths(processColumns.length) }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onFocus={onFocus}
      >
        <div role="row" aria-rowindex={1} className={styles.head}>
          <span role="columnheader" className={styles.index}>
            <input
              type="checkbox"
              aria-label="选择全部零件"
              checked={selected.length > 0 && selected.length === parts.length}
              onChange={({ target }) =>
                setSelectedKeys(new Set(target.checked ? parts.map(({ key }) => key) : []))
              }
            />
          </span>
          {columns.map((column) => (
            <span key={column} role="columnheader" data-column-head={column}>
              {titles[column] ?? processOf(column, catalogue)?.name ?? '工艺'}
            </span>
          ))}
          <span role="columnheader" className={styles.amount}>
            小计
          </span>
          <span role="columnheader">{partDaysLabel(hasNonStandardLead)}</span>
        </div>
        <div role="presentation" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const part = parts[index];
            return part ? (
              <TableRow
                key={part.key}
                part={part}
                index={index}
                top={start}
                columns={columns}
                scope={scope}
                serverErrors={state.serverErrors[part.key]}
                isSelected={selectedKeys.has(part.key)}
                isActive={index === Math.min(active.row, parts.length - 1)}
                onSelect={selectRows}
                onOpenCard={onOpenCard}
              />
            ) : null;
          })}
        </div>
      </div>
      <p role="status" aria-label="单元格提示" className={styles.message}>
        {activePart && message
          ? `${partTitle(activePart, active.row)}：${message}`
          : `${isTouch() ? '' : '方向键移动，Tab 在一行内移动，'}直接输入修改；可从电子表格粘贴整块单元格或整张零件清单`}
      </p>
    </div>
  );
}

/** Widths of the process columns, as custom properties. */
const processWidths = (count: number) =>
  count === 0 ? {} : { '--further': `repeat(${count}, minmax(88px, 1.2fr))`, '--further-count': count };

/** The error of a cell; for an unknown choice, it suggests similar ones. */
function messageOf(
  part: PartDraft,
  column: TableColumn,
  scope: QuoteScope,
  serverErrors: FieldErrors | undefined,
): string | undefined {
  const { catalogue } = scope;
  const error = cellError(part, column, errorsOf(part, scope, serverErrors), catalogue);
  if (error === undefined || (column !== 'material' && !isChoice(column))) return error;
  const text = cellText(part, column, catalogue);
  const similar = sortBySimilarity(optionsOf(part, column, catalogue), text)
    .slice(0, 3)
    .filter((option) => similarity(option, text) > 0.3);
  return similar.length === 0 ? error : `${error}；相近的有 ${similar.join('、')}`;
}
