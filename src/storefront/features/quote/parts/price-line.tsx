import { use } from 'react';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { partDaysLabel } from '#domain/lead/lead-class.ts';
import { formatFen } from '#domain/money.ts';
import { LINE_PRICE_LABEL, linePrice } from '#domain/pricing/line-price.ts';
import { Icon } from '#storefront/ui/icons.tsx';
import { modelChargeText } from '../draft/charges/model-charge-text.ts';
import { QuoteLinesContext } from '../draft/quote-lines.ts';
import { isReferencePrice, type PartPrice } from '../draft/price-draft.ts';
import styles from './price-line.module.css';

/** A button that expands a section below the price. */
export interface PriceToggle {
  label: string;
  /** Id of the section. */
  id: string;
  isExpanded: boolean;
  onToggle: () => void;
}

interface PriceLineProps {
  partKey: string;
  price: PartPrice;
  /** Whether the quotation is in a lead class other than 标准. */
  hasNonStandardLead: boolean;
  toggles: readonly PriceToggle[];
}

/** Price per piece, sub-total and delivery time of a part. */
export function PriceLine({ partKey, price, hasNonStandardLead, toggles }: PriceLineProps) {
  if (!price.isPriced) return <p className={styles.unpriced}>{price.reason}</p>;
  const { subTotalFen, deliveryDays, trace } = price.price;
  const piece = linePrice(subTotalFen, trace.num);
  const isReference = isReferencePrice(price);
  return (
    <div className={styles.line}>
      <dl className={styles.figures}>
        <Figure label={LINE_PRICE_LABEL} value={`¥${piece.figure}`} isRounded={!piece.isExact} />
        <Figure label={isReference ? '参考价' : '小计'} value={formatFen(subTotalFen)} isStrong />
        <Figure
          label={`${isReference ? '参考' : ''}${partDaysLabel(hasNonStandardLead)}`}
          value={workingDaysText(deliveryDays)}
        />
        <ChargesFigure partKey={partKey} />
      </dl>
      {price.missing.length > 0 && (
        <p className={styles.missing}>暂估价，还需选择：{price.missing.join('、')}</p>
      )}
      <div className={styles.toggles}>
        {toggles.map((toggle) => (
          <Toggle key={toggle.id} {...toggle} />
        ))}
      </div>
    </div>
  );
}

/** The charges that the part causes by its model's measurements, since they are not in its sub-total. */
function ChargesFigure({ partKey }: Pick<PriceLineProps, 'partKey'>) {
  const { lines, chargeResult } = use(QuoteLinesContext);
  const part = chargeResult?.modelChargesFen && lines.find((line) => line.part.key === partKey)?.part;
  const chargesText = part ? modelChargeText(chargeResult.modelChargesFen, part) : '';
  return chargesText === '' ? null : <Figure label="按模型的附加费" value={chargesText} />;
}

function Toggle({ label, id, isExpanded, onToggle }: PriceToggle) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={isExpanded}
      aria-controls={id}
      onClick={onToggle}
    >
      {label}
      <Icon name="chevron" />
    </button>
  );
}

interface FigureProps {
  label: string;
  value: string;
  /** Whether the value is rounded; the sub-total is exact. */
  isRounded?: boolean;
  isStrong?: boolean;
}

function Figure({ label, value, isRounded = false, isStrong = false }: FigureProps) {
  return (
    <div className={isStrong ? styles.strong : undefined}>
      <dt>{label}</dt>
      <dd>
        {value}
        {isRounded && <small className={styles.rounded}>以小计为准</small>}
      </dd>
    </div>
  );
}
