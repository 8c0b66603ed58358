import { formatFen } from '#domain/money.ts';
import { partTitle } from '../draft/draft.ts';
import type { QuoteLine } from '../draft/price-draft.ts';
import styles from './summary-lines.module.css';

interface SummaryLinesProps {
  lines: readonly QuoteLine[];
  onShowPart: (key: string) => void;
}

/** One line per part; a click scrolls to the part. */
export function SummaryLines({ lines, onShowPart }: SummaryLinesProps) {
  if (lines.length === 0) return <p className={styles.none}>还没有零件</p>;
  return (
    <ol className={styles.lines}>
      {lines.map(({ part, subTotalFen }, index) => (
        <li key={part.key}>
          <button type="button" className={styles.line} onClick={() => onShowPart(part.key)}>
            <span className={styles.name}>{partTitle(part, index)}</span>
            {subTotalFen === undefined ? (
              <span className={styles.incomplete}>待完善</span>
            ) : (
              <>
                <span className={styles.num}>× {part.num}</span>
                <span className={styles.amount}>{formatFen(subTotalFen)}</span>
              </>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}
