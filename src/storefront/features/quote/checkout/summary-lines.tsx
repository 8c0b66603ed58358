import { memo } from 'react';
import { formatFen, type Fen } from '#domain/money.ts';
import { lazyPart } from '#storefront/ui/lazy-part.tsx';
import { partTitle, type PartDraft } from '../draft/draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { isUnread } from '../draft/part-model.ts';
import { lineWord, type QuoteLine } from '../draft/price-draft.ts';
import styles from './summary-lines.module.css';

const ModelMark = lazyPart(async () => (await import('../models/model-mark.tsx')).ModelMark);

interface SummaryLinesProps {
  lines: readonly QuoteLine[];
  scope: QuoteScope;
  onShowPart: (key: string) => void;
}

/** One line per part; a click scrolls to the part. */
export function SummaryLines({ lines, scope, onShowPart }: SummaryLinesProps) {
  if (lines.length === 0) return <p className={styles.none}>还没有零件</p>;
  return (
    <ol className={styles.lines}>
      {lines.map(({ part, view, subTotalFen, isOpen }, index) => (
        <SummaryLine
          key={part.key}
          part={part}
          scope={scope}
          title={partTitle(part, index)}
          subTotalFen={subTotalFen}
          isOpen={isOpen}
          isReference={view.price.gates !== undefined}
          onShowPart={onShowPart}
        />
      ))}
    </ol>
  );
}

interface SummaryLineProps {
  part: PartDraft;
  scope: QuoteScope;
  title: string;
  subTotalFen: Fen | undefined;
  /** A person gives the price: nothing is left to the customer. */
  isOpen: boolean;
  /** The price is for reference: a rule holds the part for a person. */
  isReference: boolean;
  onShowPart: (key: string) => void;
}

/** An unchanged part is the same object: typing in one of 200 renders one line. */
const SummaryLine = memo(function SummaryLine(props: SummaryLineProps) {
  const { part, scope, title, subTotalFen, isOpen, isReference, onShowPart } = props;
  const { key, num, modelFile } = part;
  // The word in place of the price says it already.
  const isMarked = modelFile && !(subTotalFen === undefined && isUnread(part));
  return (
    <li>
      <button type="button" className={styles.line} onClick={() => onShowPart(key)}>
        <span className={styles.name}>{title}</span>
        {isMarked && <ModelMark part={part} model={modelFile} scope={scope} />}
        {subTotalFen === undefined ? (
          <span className={isOpen ? styles.open : styles.incomplete}>{lineWord({ part, isOpen })}</span>
        ) : (
          <>
            {isReference && <span className={styles.open}>参考价</span>}
            <span className={styles.num}>× {num}</span>
            <span className={styles.amount}>{formatFen(subTotalFen)}</span>
          </>
        )}
      </button>
    </li>
  );
});
