import type { TableColumn } from './headings.ts';
import styles from './parts-table.module.css';

export interface CellProps {
  id: string;
  row: number;
  column: TableColumn;
  label: string;
  text: string;
  error: string | undefined;
  tabIndex: number;
}

/** Attributes of the input of a cell. */
export const cellAttributes = ({ id, row, column, label, error, tabIndex }: CellProps) => ({
  id,
  tabIndex,
  'data-row': row,
  'data-column': column,
  'aria-label': label,
  'aria-invalid': error !== undefined,
  title: error,
  className: styles.cell,
  autoComplete: 'off',
  onFocus: (event: { target: HTMLInputElement }) => event.target.select(),
});
