import { RightOutlined } from '@ant-design/icons';
import { memo, useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import type { Branch, TreeRow } from './tree.ts';
import styles from './tree-table.module.css';

export type CheckState = 'all' | 'some' | 'none';

export interface TreeColumn<N> {
  key: string;
  title: string;
  /** A track of the CSS grid, e.g. `minmax(240px, 2fr)`. */
  track: string;
  render: (node: N) => ReactNode;
}

interface Props<N> {
  row: TreeRow<N>;
  /** Counts the table's rows; the head is 1. */
  index: number;
  name: string;
  columns: readonly TreeColumn<N>[];
  isOpen: boolean;
  /** The row that Tab leads to. */
  isActive: boolean;
  /** Undefined if rows have no checkbox. */
  check?: CheckState;
  isLocked: boolean;
  actions?: (row: TreeRow<N>, isActive: boolean) => ReactNode;
}

function Row<N extends Branch<N>>({ row, columns, isOpen, isActive, actions, ...rest }: Props<N>) {
  const { node, id, level, position, siblings } = row;
  const isBranch = node.children.length > 0;
  return (
    <div
      role="row"
      data-row={id}
      tabIndex={isActive ? 0 : -1}
      aria-level={level}
      aria-posinset={position + 1}
      aria-setsize={siblings.length}
      aria-rowindex={rest.index}
      aria-expanded={isBranch ? isOpen : undefined}
      className={styles.row}
    >
      {columns.map(({ key, render }, column) => (
        <span key={key} role={column === 0 ? 'rowheader' : 'gridcell'} className={styles.cell}>
          {column === 0 ? (
            <span className={styles.name} style={{ '--level': level - 1 } as CSSProperties}>
              {isBranch ? (
                <span className={styles.toggle} data-toggle data-open={isOpen}>
                  <RightOutlined aria-hidden />
                </span>
              ) : (
                <span className={styles.leaf} />
              )}
              {rest.check ? <Check name={rest.name} check={rest.check} isLocked={rest.isLocked} /> : null}
              {render(node)}
            </span>
          ) : (
            render(node)
          )}
        </span>
      ))}
      {actions ? (
        <span role="gridcell" className={`${styles.cell} ${styles.actions}`}>
          {actions(row, isActive)}
        </span>
      ) : null}
    </div>
  );
}

/** A table has many rows, and most do not change when a key is pressed. */
export const TreeTableRow = memo(Row, (before, after) => {
  const { row: a, ...restA } = before;
  const { row: b, ...restB } = after;
  const isSamePlace =
    a.node === b.node && a.level === b.level && a.position === b.position && a.siblings === b.siblings;
  return isSamePlace && keysOf(restA).every((key) => restA[key] === restB[key]);
}) as typeof Row;

const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T)[];

interface CheckProps {
  name: string;
  check: CheckState;
  isLocked: boolean;
}

/** The table handles its change events. */
function Check({ name, check, isLocked }: CheckProps) {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = check === 'some';
  }, [check]);
  return (
    <input
      ref={box}
      type="checkbox"
      tabIndex={-1}
      aria-label={name}
      className={styles.check}
      checked={check === 'all'}
      disabled={isLocked}
      readOnly
    />
  );
}
