import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatFen, formatYuan } from '#domain/money.ts';
import { chargeTitle, chargeValueText } from '#domain/pricing/charges.ts';
import { isLoss, marginText } from '../parts/order-cost.ts';
import type { ParsedOffer } from './parse-offer.ts';
import styles from './offer-form.module.css';

interface Props {
  order: Pick<OrderWithExt, 'targetPrice' | 'wishedDate'>;
  parsed: ParsedOffer;
}

export function OfferTotal({ order: { targetPrice, wishedDate }, parsed }: Props) {
  const { totalFen, automaticFen, deliveryDays, dayCharges, leadCharge, lineProblems, margin } = parsed;
  return (
    <p role="status">
      合计 <strong>{formatFen(totalFen)}</strong>
      {totalFen === automaticFen ? '' : `（零件自动报价 ${formatFen(automaticFen)}，不含附加费）`}，交期{' '}
      {workingDaysText(deliveryDays)}
      {dayCharges.map((charge) => `，含${chargeTitle(charge)} ${chargeValueText(charge)}`)}
      {leadCharge ? `，含${leadCharge.label} ${formatFen(leadCharge.amountFen)}` : ''}
      {lineProblems === '' ? '' : `，${lineProblems}`}
      {targetPrice === null ? '' : `；客户目标价 ${formatYuan(targetPrice)}`}
      {wishedDate === null ? '' : `；期望发货日 ${wishedDate}`}
      {margin ? (
        <small className={styles.margin} data-low={isLoss(margin) || parsed.missedFloorPercent !== null}>
          {marginText(margin) ?? '部分零件的成本未知，毛利未知'}
        </small>
      ) : null}
    </p>
  );
}
