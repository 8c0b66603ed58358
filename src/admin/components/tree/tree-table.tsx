import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useRowWindow } from './use-row-window.ts';
import { visibleRows, type Branch, type TreeRow } from './tree.ts';
import { TreeTableRow, type CheckState, type TreeColumn } from './tree-table-row.tsx';
import styles from './tree-table.module.css';

/** A checkbox before each name. */
export interface TreeChecks<N> {
  stateOf: (node: N) => CheckState;
  isLocked: (node: N) => boolean;
  onToggle: (node: N) => void;
}

interface Props<N> {
  /** The accessible name of the table. */
  label: string;
  nodes: readonly N[];
  idOf: (node: N) => number;
  nameOf: (node: N) => string;
  /** The first column shows the tree. Must be memoized, because rows compare it. */
  columns: readonly TreeColumn<N>[];
  open: ReadonlySet<number>;
  onOpenChange: (open: ReadonlySet<number>) => void;
  checks?: TreeChecks<N>;
  /** Called on Enter. */
  onEnter?: (node: N) => void;
  /** Called on Alt and an arrow key: one step up or down among the siblings. */
  onShift?: (row: TreeRow<N>, step: -1 | 1) => void;
  /** Buttons at the end of a row. Must be memoized. */
  actions?: (row: TreeRow<N>, isActive: boolean) => ReactNode;
  actionsTrack?: string;
  /** Called when a `TreeAction` is pressed. */
  onAct?: (act: string, row: TreeRow<N>) => void;
  /** Width in pixels below which the table scrolls sideways. */
  minWidth?: number;
  /** Puts the actions below the name, where a column of them would leave it no room. */
  isNarrow?: boolean;
  /** Shown instead of rows. */
  empty?: ReactNode;
}

/**
 * A tree as a table. Up, Down, Home and End choose a row, Right and Left open and close it; the props define Enter,
 * Space and Alt with an arrow. A long table renders only the visible rows.
 */
export function TreeTable<N extends Branch<N>>(props: Props<N>) {
  const { nodes, idOf, open, columns, checks, actions, actionsTrack = '220px', minWidth, isNarrow } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const wanted = useRef<number>(undefined);
  const [chosen, setChosen] = useState<number>();
  const rows = useMemo(() => visibleRows(nodes, idOf, open), [nodes, idOf, open]);
  const active = rows.find((row) => row.id === chosen) ?? rows[0];

  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  const shown = useRowWindow({ scroller, ids, active: active ? rows.indexOf(active) : -1 });

  // A distant row must be rendered before it can be focused; a row that moves in the document loses the focus.
  useLayoutEffect(() => {
    const isLost = hasFocus.current && document.activeElement === document.body;
    const id = wanted.current ?? (isLost ? active?.id : undefined);
    if (id !== undefined && elementOf(id)) focusRow(id);
  });

  const elementOf = (id: number) => table.current?.querySelector<HTMLElement>(`[data-row="${id}"]`);

  function focusRow(id: number) {
    const element = elementOf(id);
    wanted.current = element ? undefined : id;
    if (element) element.focus();
    else setChosen(id);
  }

  function setOpen(id: number, isOpen: boolean) {
    const next = new Set(open);
    if (isOpen) next.add(id);
    else next.delete(id);
    props.onOpenChange(next);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!active || event.ctrlKey || event.metaKey) return;
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset['row'] !== undefined;
    const act = actOf(event, active, isOnRow);
    if (!act) return;
    event.preventDefault();
    act();
  }

  function actOf(
    { key, altKey }: KeyboardEvent,
    row: TreeRow<N>,
    isOnRow: boolean,
  ): (() => void) | undefined {
    const { onShift, onEnter } = props;
    if (altKey) {
      const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;
      return step && onShift && (() => onShift(row, step));
    }
    const index = rows.indexOf(row);
    const goTo = (target: TreeRow<N> | undefined) => target && (() => focusRow(target.id));
    if (key === 'ArrowDown') return goTo(rows[index + 1]);
    if (key === 'ArrowUp') return goTo(rows[index - 1]);
    if (!isOnRow) return undefined;
    const isBranch = row.node.children.length > 0;
    const isOpen = open.has(row.id);
    if (key === 'Home') return goTo(rows[0]);
    if (key === 'End') return goTo(rows.at(-1));
    if (key === 'ArrowRight')
      return isBranch && !isOpen ? () => setOpen(row.id, true) : goTo(isBranch ? rows[index + 1] : undefined);
    if (key === 'ArrowLeft') {
      return isBranch && isOpen
        ? () => setOpen(row.id, false)
        : goTo(rows.find((one) => one.id === row.parentId));
    }
    if (key === 'Enter' && onEnter) return () => onEnter(row.node);
    if (key === ' ' && checks && !checks.isLocked(row.node)) return () => checks.onToggle(row.node);
    return undefined;
  }

  function rowOf(target: EventTarget): TreeRow<N> | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    return element ? rows.find((row) => row.id === Number(element.dataset['row'])) : undefined;
  }

  function onClick({ target }: MouseEvent) {
    const row = rowOf(target);
    if (!row || !(target instanceof Element)) return;
    const act = target.closest<HTMLElement>('[data-act]')?.dataset['act'];
    if (act !== undefined) props.onAct?.(act, row);
    else if (target.closest('[data-toggle]')) setOpen(row.id, !open.has(row.id));
  }

  function rowAt(index: number) {
    const row = rows[index];
    if (!row) return null;
    return (
      <TreeTableRow<N>
        key={row.id}
        row={row}
        index={index + 2}
        name={props.nameOf(row.node)}
        columns={columns}
        isOpen={open.has(row.id)}
        isActive={row === active}
        check={checks?.stateOf(row.node)}
        isLocked={checks?.isLocked(row.node) ?? false}
        actions={actions}
      />
    );
  }

  const tracks = [...columns.map(({ track }) => track), ...(actions && !isNarrow ? [actionsTrack] : [])].join(
    ' ',
  );
  return (
    <div ref={scroller} className={styles.scroll} data-long={shown !== undefined}>
      <div
        ref={table}
        role="treegrid"
        tabIndex={-1}
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        className={styles.table}
        data-narrow={isNarrow}
        style={{ '--tracks': tracks, minWidth } as CSSProperties}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onChange={({ target }) => {
          const row = rowOf(target);
          if (row) checks?.onToggle(row.node);
        }}
        onFocus={({ target }) => {
          hasFocus.current = true;
          const row = rowOf(target);
          if (row) setChosen(row.id);
        }}
        onBlur={({ relatedTarget }) => {
          // Without a next element the row may only be moving in the document.
          hasFocus.current = relatedTarget === null && hasFocus.current;
        }}
      >
        <div role="row" aria-rowindex={1} className={styles.head}>
          {columns.map(({ key, title }) => (
            <span key={key} role="columnheader">
              {title}
            </span>
          ))}
          {actions ? (
            <span role="columnheader" className={styles.actions}>
              操作
            </span>
          ) : null}
        </div>
        {shown ? (
          <div role="presentation" className={styles.window} style={{ height: shown.height }}>
            {shown.items.map(({ index, start }) => (
              <div
                key={ids[index]}
                ref={shown.measure}
                role="presentation"
                data-index={index}
                className={styles.placed}
                style={{ transform: `translateY(${start}px)` }}
              >
                {rowAt(index)}
              </div>
            ))}
          </div>
        ) : (
          rows.map((_row, index) => rowAt(index))
        )}
        {rows.length === 0 ? (
          <div role="row">
            <div role="gridcell">{props.empty}</div>
          </div>
        ) : null}
      </div>
    </div>
  );
}
