import { memo } from 'react';
import { formatFen, type Fen } from '#domain/money.ts';
import { partTitle } from '../draft/draft.ts';
import { openWord } from '../draft/part-model.ts';
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
        <SummaryLine
          key={part.key}
          partKey={part.key}
          title={partTitle(part, index)}
          num={part.num}
          subTotalFen={subTotalFen}
          openWord={openWord(part)}
          onShowPart={onShowPart}
        />
      ))}
    </ol>
  );
}

interface SummaryLineProps {
  partKey: string;
  title: string;
  num: string;
  subTotalFen: Fen | undefined;
  /** Shown without a sub-total. */
  openWord: string;
  onShowPart: (key: string) => void;
}

/** Takes primitive props, so that typing in one of 200 parts renders one line. */
const SummaryLine = memo(function SummaryLine(props: SummaryLineProps) {
  const { partKey, title, num, subTotalFen, onShowPart } = props;
  return (
    <li>
      <button type="button" className={styles.line} onClick={() => onShowPart(partKey)}>
        <span className={styles.name}>{title}</span>
        {subTotalFen === undefined ? (
          <span className={styles.incomplete}>{props.openWord}</span>
        ) : (
          <>
            <span className={styles.num}>× {num}</span>
            <span className={styles.amount}>{formatFen(subTotalFen)}</span>
          </>
        )}
      </button>
    </li>
  );
});
