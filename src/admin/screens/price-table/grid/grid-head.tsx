import type { VirtualItem } from '@tanstack/react-virtual';
import { viewUnits, type CellView } from './cell-text.ts';
import type { Option } from '../price-model.ts';
import styles from './price-grid.module.css';

interface Props {
  options: readonly Option[];
  columns: readonly VirtualItem[];
  view: CellView;
  activeColumn: number;
  onSelect: (column: number) => void;
}

/** The sticky column headings: processes and options. */
export function GridHead({ options, columns, view, activeColumn, onSelect }: Props) {
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div role="columnheader" aria-colindex={1} className={styles.corner}>
        <span>材料 \ 选项</span>
        <small>{viewUnits[view]}</small>
      </div>
      {columns.map(({ index, start, size }) => {
        const option = options[index];
        return option ? (
          <div
            key={option.id}
            role="columnheader"
            aria-colindex={index + 2}
            aria-label={`${option.processName} ${option.name}`}
            style={{ insetInlineStart: `calc(var(--name) + ${start}px)`, width: size }}
            className={styles.optionHead}
          >
            <button
              type="button"
              tabIndex={-1}
              title={`${option.processName} · ${option.name}`}
              className={styles.option}
              data-current={index === activeColumn}
              onClick={() => onSelect(index)}
            >
              <small>{option.processName}</small>
              <span>{option.name}</span>
            </button>
          </div>
        ) : null;
      })}
    </div>
  );
}
