import { memo } from 'react';
import styles from './price-grid.module.css';

interface Props {
  id: string;
  row: number;
  column: number;
  left: number;
  width: number;
  text: string;
  /** The accessible name, with material and option. */
  label: string;
  isAllowed: boolean;
  isMissing: boolean;
  isManual: boolean;
  isEdited: boolean;
  /** Whether the user must confirm the edit: a price jump, a removal or a large new price. */
  isLargeChange: boolean;
  isSelected: boolean;
  isActive: boolean;
}

/** One price. The grid's pointer handlers read its position from the data attributes. */
export const GridCell = memo(function GridCell({ id, row, column, left, width, text, ...state }: Props) {
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={state.isSelected}
      aria-disabled={!state.isAllowed}
      aria-label={state.label}
      tabIndex={-1}
      className={styles.cell}
      style={{ left, width }}
      data-row={row}
      data-column={column}
      data-off={!state.isAllowed}
      data-missing={state.isMissing}
      data-manual={state.isManual}
      data-edited={state.isEdited}
      data-jump={state.isLargeChange}
      data-selected={state.isSelected}
      data-active={state.isActive}
    >
      {text}
    </div>
  );
});
