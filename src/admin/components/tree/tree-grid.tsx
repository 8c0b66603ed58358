import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { Branch, TreeRow } from './tree.ts';

const ActiveRow = createContext<number | undefined>(undefined);
const IsActiveRow = createContext(false);

interface RowProps extends HTMLAttributes<HTMLElement> {
  as: 'tr' | 'div';
  /** Undefined for the placeholder row of an empty table. */
  'data-row-key'?: number;
}

export function TreeGridRow({ as: Row, ...props }: RowProps) {
  const id = props['data-row-key'];
  const isActive = use(ActiveRow) === id && id !== undefined;
  return (
    <IsActiveRow value={isActive}>
      <Row role="row" tabIndex={id === undefined ? undefined : isActive ? 0 : -1} {...props} />
    </IsActiveRow>
  );
}

/** For the controls of a row: Tab reaches only those of the active row. */
export const useRowTabIndex = (): 0 | -1 => (use(IsActiveRow) ? 0 : -1);

export interface TreeKeyHandlers<N> {
  onEnter?: (node: N) => void;
  onSpace?: (node: N) => void;
  /** Called on Alt with an arrow key: moves the row up or down among its siblings. */
  onMove?: (row: TreeRow<N>, step: -1 | 1) => void;
}

interface Props<N> extends TreeKeyHandlers<N> {
  label: string;
  rows: readonly TreeRow<N>[];
  expandedIds: ReadonlySet<number>;
  onExpand: (id: number, isExpanded: boolean) => void;
  /** Scrolls to a row, in tables that render only the visible rows. */
  scrollTo?: (id: number) => void;
  className: string | undefined;
  style: CSSProperties;
  children: ReactNode;
}

/** Keyboard support of a tree table: a single tab stop; arrow keys select, expand and collapse rows. */
export function TreeGrid<N extends Branch<N>>({
  label,
  rows,
  expandedIds,
  onExpand,
  scrollTo,
  ...props
}: Props<N>) {
  const grid = useRef<HTMLDivElement>(null);
  const pendingFocus = useRef<number>(undefined);
  const [hasFocus, setHasFocus] = useState(false);
  const [activeId, setActiveId] = useState<number>();
  const active = rows.find(({ id }) => id === activeId) ?? rows[0];

  const elementOf = (id: number) => grid.current?.querySelector<HTMLElement>(`[data-row-key="${id}"]`);
  const rowOf = (target: Element) => {
    const element = target.closest<HTMLElement>('[data-row-key]');
    return element ? rows.find(({ id }) => id === Number(element.dataset['rowKey'])) : undefined;
  };

  function focusRow(id: number) {
    setActiveId(id);
    scrollTo?.(id);
    const element = elementOf(id);
    pendingFocus.current = element ? undefined : id;
    element?.focus({ preventScroll: scrollTo !== undefined });
  }

  // A distant row must be rendered before it can be focused. A row loses the focus when it moves in the document or is
  // scrolled out of view.
  const restoreFocus = useEffectEvent(() => {
    if (pendingFocus.current !== undefined) {
      if (elementOf(pendingFocus.current)) focusRow(pendingFocus.current);
    } else if (hasFocus && document.activeElement === document.body) {
      const element = active && elementOf(active.id);
      (element ?? grid.current)?.focus({ preventScroll: true });
    }
  });
  useEffect(() => {
    const observer = new MutationObserver(() => restoreFocus());
    if (grid.current) observer.observe(grid.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (!active || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    // The grid itself has the focus while the active row is out of view.
    const isOnGrid = target === grid.current;
    if (isOnGrid && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      focusRow(active.id);
      return;
    }
    const isOnRow = isOnGrid || (target instanceof HTMLElement && target.dataset['rowKey'] !== undefined);
    const action = event.altKey ? moveActionFor(event.key, active) : actionFor(event.key, active, isOnRow);
    if (!action) return;
    event.preventDefault();
    action();
  }

  function moveActionFor(key: string, row: TreeRow<N>): (() => void) | undefined {
    const { onMove } = props;
    const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;
    return step && onMove && (() => onMove(row, step));
  }

  function actionFor(key: string, row: TreeRow<N>, isOnRow: boolean): (() => void) | undefined {
    const { onEnter, onSpace } = props;
    const index = rows.indexOf(row);
    const goTo = (target: TreeRow<N> | undefined) => target && (() => focusRow(target.id));
    if (key === 'ArrowDown') return goTo(rows[index + 1]);
    if (key === 'ArrowUp') return goTo(rows[index - 1]);
    if (!isOnRow) return undefined;
    const isBranch = row.node.children.length > 0;
    const isExpanded = expandedIds.has(row.id);
    if (key === 'Home') return goTo(rows[0]);
    if (key === 'End') return goTo(rows.at(-1));
    if (key === 'ArrowRight')
      return isBranch && !isExpanded
        ? () => onExpand(row.id, true)
        : goTo(isBranch ? rows[index + 1] : undefined);
    if (key === 'ArrowLeft') {
      return isBranch && isExpanded
        ? () => onExpand(row.id, false)
        : goTo(rows.find(({ id }) => id === row.parentId));
    }
    if (key === 'Enter' && onEnter) return () => onEnter(row.node);
    if (key === ' ' && onSpace) return () => onSpace(row.node);
    return undefined;
  }

  return (
    <div
      ref={grid}
      role="treegrid"
      // Makes the active row reachable by Tab even if it is not rendered.
      tabIndex={scrollTo && !hasFocus ? 0 : -1}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className={props.className}
      style={props.style}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const row = rowOf(target);
        if (row) setActiveId(row.id);
        // `:focus-visible` excludes clicks beside the rows.
        else if (active && !hasFocus && target.matches('[role=treegrid]:focus-visible')) focusRow(active.id);
        setHasFocus(true);
      }}
      onBlur={({ relatedTarget }) => {
        // Without a next element, the row may only have moved in the document.
        if (relatedTarget !== null) setHasFocus(false);
      }}
    >
      <ActiveRow value={active?.id}>{props.children}</ActiveRow>
    </div>
  );
}
