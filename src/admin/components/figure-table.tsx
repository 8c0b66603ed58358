import type { ReactNode } from 'react';
import styles from './figure-table.module.css';

/** The first column contains the row headings; the others contain figures unless `isText`. */
export interface Column<R> {
  head: string;
  text: (row: R) => ReactNode;
  isText?: boolean;
}

interface Props<R> {
  title: string;
  rows: readonly R[];
  columns: readonly Column<R>[];
  rowKey: (row: R) => string | number;
  /** Limits the height to that of a chart; the header row stays visible. */
  isShort?: boolean;
}

export function FigureTable<R>({ title, rows, columns, rowKey, isShort }: Props<R>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
    <div className={styles.scroll} data-short={isShort} tabIndex={0}>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            {columns.map(({ head, isText }) => (
              <th key={head} scope="col" data-text={isText}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ head, text, isText }, index) =>
                index === 0 ? (
                  <th key={head} scope="row">
                    {text(row)}
                  </th>
                ) : (
                  <td key={head} data-text={isText}>
                    {text(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
