import { memo } from 'react';
import { formatFen, type Fen } from '#domain/money.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import { TruncatedName } from '#storefront/ui/truncated-name.tsx';
import { lazyComponent } from '#storefront/ui/lazy-component.tsx';
import { modelChargeText } from '../../draft/charges/model-charge-text.ts';
import { partTitle, type PartDraft } from '../../draft/draft.ts';
import type { QuoteScope } from '../../draft/quote-scope.ts';
import { isReferencePrice, pendingLineLabel, type QuoteSummary } from '../../draft/price-draft.ts';
import scroll from '#storefront/ui/scroll-shadows.module.css';
import page from '#storefront/ui/page.module.css';
import styles from './summary-lines.module.css';

const ModelBadge = lazyComponent(async () => (await import('../../models/model-state.tsx')).ModelBadge);

/** Model states that the price column also shows, so that the badge omits them. */
const SHOWN_BY_PRICE = ['reading', 'person'] as const;

interface SummaryLinesProps {
  summary: Pick<QuoteSummary, 'lines' | 'modelChargesFen'>;
  scope: QuoteScope;
  onShowPart: (key: string) => void;
}

/** One line per part; a click scrolls to the part. */
export function SummaryLines({ summary: { lines, modelChargesFen }, scope, onShowPart }: SummaryLinesProps) {
  if (lines.length === 0) return <p className={page.muted}>还没有零件</p>;
  return (
    <ol className={classNames(styles.lines, scroll.shadows)}>
      {lines.map(({ part, view, subTotalFen, isUnpriced }, index) => (
        <SummaryLine
          key={part.key}
          part={part}
          scope={scope}
          title={partTitle(part, index)}
          subTotalFen={subTotalFen}
          modelCharge={modelChargeText(modelChargesFen, part)}
          isUnpriced={isUnpriced}
          isReference={isReferencePrice(view.price)}
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
  /** Charges from its model's measurements; may be empty. */
  modelCharge: string;
  /** Complete, but staff have to price it. */
  isUnpriced: boolean;
  /** The price is for reference until staff have checked the part. */
  isReference: boolean;
  onShowPart: (key: string) => void;
}

/** Memoized by part object: typing in one of 200 parts renders one line. */
const SummaryLine = memo(function SummaryLine(props: SummaryLineProps) {
  const { part, scope, title, subTotalFen, modelCharge, isUnpriced, isReference, onShowPart } = props;
  const { key, num, modelFile } = part;
  return (
    <li>
      <button type="button" className={styles.line} onClick={() => onShowPart(key)}>
        <TruncatedName name={title} className={styles.name} />
        {modelFile && (
          <ModelBadge part={part} model={modelFile} scope={scope} shownByPrice={SHOWN_BY_PRICE} />
        )}
        {subTotalFen === undefined ? (
          <span className={isUnpriced ? styles.open : styles.incomplete}>
            {pendingLineLabel({ part, isUnpriced })}
          </span>
        ) : (
          <span className={styles.sum}>
            {isReference && <span className={styles.open}>参考价</span>}
            <span className={page.meta}>× {num}</span>
            <span className={styles.amount}>
              {formatFen(subTotalFen)}
              {modelCharge !== '' && <small>附加费 {modelCharge}</small>}
            </span>
          </span>
        )}
      </button>
    </li>
  );
});
