import { use, useId } from 'react';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { LEAD_LABEL } from '#domain/lead/lead-class.ts';
import { formatFen } from '#domain/money.ts';
import type { Leading, OfferedClass } from '../../draft/charges/charge-result.ts';
import type { Dispatch } from '../../draft/quote-actions.ts';
import { QuoteLinesContext } from '../../draft/quote-lines.ts';
import styles from './summary-leads.module.css';

interface SummaryLeadsProps {
  leading: Leading;
  dispatch: Dispatch;
}

/** The quotation in each lead class: price, day, and why it cannot be chosen. */
export function SummaryLeads({ leading, dispatch }: SummaryLeadsProps) {
  const id = useId();
  const { shipsOn } = use(QuoteLinesContext);
  const { offers, notice } = leading;
  return (
    <div className={styles.leads}>
      <fieldset className={styles.cards}>
        <legend>{LEAD_LABEL}</legend>
        {offers.map((offer) => (
          <label
            key={offer.id ?? 0}
            className={styles.card}
            data-chosen={offer.id === leading.id || undefined}
            data-unavailable={whyNot(offer) !== '' || undefined}
          >
            <input
              type="radio"
              name={id}
              checked={offer.id === leading.id}
              disabled={whyNot(offer) !== '' && offer.id !== leading.id}
              onChange={() => dispatch({ type: 'leadPicked', leadClassId: offer.id })}
            />
            <span className={styles.name}>{offer.name}</span>
            <strong>{formatFen(offer.totalFen)}</strong>
            <span className={styles.when}>{dayText(offer.deliveryTime, shipsOn(offer.deliveryTime))}</span>
            {whyNot(offer) !== '' && <small className={styles.why}>{whyNot(offer)}</small>}
            {whyNot(offer) === '' && offer.left !== null && (
              <small className={styles.left}>今日剩 {offer.left} 单</small>
            )}
          </label>
        ))}
      </fieldset>
      <p role="status" className={notice === '' ? undefined : styles.notice}>
        {notice}
      </p>
    </div>
  );
}

const dayText = (days: number, date: string | undefined): string =>
  date === undefined ? workingDaysText(days) : `${date.slice(5)} 发货`;

function whyNot({ errors: [first, ...more], left }: OfferedClass): string {
  if (first !== undefined) return more.length > 0 ? `${first} 等 ${more.length + 1} 项` : first;
  return left === 0 ? '今日名额已满，明天再选' : '';
}
