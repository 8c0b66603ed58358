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
  /** Missing in the row shown for an empty table. */
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

/** For the controls of a row: Tab leads to those of the active row only. */
export const useRowTabIndex = (): 0 | -1 => (use(IsActiveRow) ? 0 : -1);

export interface TreeKeys<N> {
  /** Called on Enter. */
  onEnter?: (node: N) => void;
  /** Called on Space. */
  onSpace?: (node: N) => void;
  /** Called on Alt and an arrow key: one step up or down among the siblings. */
  onShift?: (row: TreeRow<N>, step: -1 | 1) => void;
}

interface Props<N> extends TreeKeys<N> {
  label: string;
  rows: readonly TreeRow<N>[];
  open: ReadonlySet<number>;
  onOpen: (id: number, isOpen: boolean) => void;
  /** Renders a row and scrolls to it, in tables that render only the visible rows. */
  scrollTo?: (id: number) => void;
  className: string | undefined;
  style: CSSProperties;
  /** A table of `TreeGridRow`s. */
  children: ReactNode;
}

/** The keyboard of a tree table: one stop of Tab, in which arrow keys choose, open and close rows. */
export function TreeGrid<N extends Branch<N>>({ label, rows, open, onOpen, scrollTo, ...props }: Props<N>) {
  const grid = useRef<HTMLDivElement>(null);
  const wanted = useRef<number>(undefined);
  const [hasFocus, setHasFocus] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const active = rows.find(({ id }) => id === chosen) ?? rows[0];

  const elementOf = (id: number) => grid.current?.querySelector<HTMLElement>(`[data-row-key="${id}"]`);
  const rowOf = (target: Element) => {
    const element = target.closest<HTMLElement>('[data-row-key]');
    return element ? rows.find(({ id }) => id === Number(element.dataset['rowKey'])) : undefined;
  };

  function focusRow(id: number) {
    setChosen(id);
    scrollTo?.(id);
    const element = elementOf(id);
    wanted.current = element ? undefined : id;
    element?.focus({ preventScroll: scrollTo !== undefined });
  }

  // A distant row is rendered before it can be focused; a row that moves in the document, or that is scrolled away,
  // loses the focus.
  const keepFocus = useEffectEvent(() => {
    if (wanted.current !== undefined) {
      if (elementOf(wanted.current)) focusRow(wanted.current);
    } else if (hasFocus && document.activeElement === document.body) {
      const element = active && elementOf(active.id);
      (element ?? grid.current)?.focus({ preventScroll: true });
    }
  });
  useEffect(() => {
    const observer = new MutationObserver(() => keepFocus());
    if (grid.current) observer.observe(grid.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (!active || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    // The active row has been scrolled out of view.
    const isOnGrid = target === grid.current;
    if (isOnGrid && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      focusRow(active.id);
      return;
    }
    const isOnRow = isOnGrid || (target instanceof HTMLElement && target.dataset['rowKey'] !== undefined);
    const act = event.altKey ? shiftOf(event.key, active) : actOf(event.key, active, isOnRow);
    if (!act) return;
    event.preventDefault();
    act();
  }

  function shiftOf(key: string, row: TreeRow<N>): (() => void) | undefined {
    const { onShift } = props;
    const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;
    return step && onShift && (() => onShift(row, step));
  }

  function actOf(key: string, row: TreeRow<N>, isOnRow: boolean): (() => void) | undefined {
    const { onEnter, onSpace } = props;
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
      return isBranch && !isOpen ? () => onOpen(row.id, true) : goTo(isBranch ? rows[index + 1] : undefined);
    if (key === 'ArrowLeft') {
      return isBranch && isOpen
        ? () => onOpen(row.id, false)
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
      // Tab reaches the active row through it even if the row isn't rendered.
      tabIndex={scrollTo && !hasFocus ? 0 : -1}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className={props.className}
      style={props.style}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const row = rowOf(target);
        if (row) setChosen(row.id);
        // A click beside the rows focuses the grid too.
        else if (active && !hasFocus && target.matches('[role=treegrid]:focus-visible')) focusRow(active.id);
        setHasFocus(true);
      }}
      onBlur={({ relatedTarget }) => {
        // Without a next element the row may only be moving in the document.
        if (relatedTarget !== null) setHasFocus(false);
      }}
    >
      <ActiveRow value={active?.id}>{props.children}</ActiveRow>
    </div>
  );
}
