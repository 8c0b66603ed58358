import { use, useId } from 'react';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { LEAD_LABEL } from '#domain/lead/lead-class.ts';
import { formatFen } from '#domain/money.ts';
import type { LeadChoice, OfferedClass } from '../../draft/charges/charge-result.ts';
import type { Dispatch } from '../../draft/quote-actions.ts';
import { QuoteLinesContext } from '../../draft/quote-lines.ts';
import styles from './summary-leads.module.css';

interface SummaryLeadsProps {
  leadChoice: LeadChoice;
  dispatch: Dispatch;
}

/** Radio cards of the lead classes, with price, ship date, and why one is unavailable. */
export function SummaryLeads({ leadChoice, dispatch }: SummaryLeadsProps) {
  const id = useId();
  const { shipsOn } = use(QuoteLinesContext);
  const { offers, notice } = leadChoice;
  return (
    <div className={styles.leads}>
      <fieldset className={styles.cards}>
        <legend>{LEAD_LABEL}</legend>
        {offers.map((offer) => (
          <label
            key={offer.id ?? 0}
            className={styles.card}
            data-chosen={offer.id === leadChoice.id || undefined}
            data-unavailable={unavailableReason(offer) !== '' || undefined}
          >
            <input
              type="radio"
              name={id}
              checked={offer.id === leadChoice.id}
              disabled={unavailableReason(offer) !== '' && offer.id !== leadChoice.id}
              onChange={() => dispatch({ type: 'leadClassPicked', leadClassId: offer.id })}
            />
            <span className={styles.name}>{offer.name}</span>
            <strong>{formatFen(offer.totalFen)}</strong>
            <span className={styles.when}>{dayText(offer.deliveryTime, shipsOn(offer.deliveryTime))}</span>
            {unavailableReason(offer) !== '' && (
              <small className={styles.why}>{unavailableReason(offer)}</small>
            )}
            {unavailableReason(offer) === '' && offer.freeSlots !== null && (
              <small className={styles.left}>今日剩 {offer.freeSlots} 单</small>
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

function unavailableReason({ errors: [first, ...more], freeSlots }: OfferedClass): string {
  if (first !== undefined) return more.length > 0 ? `${first} 等 ${more.length + 1} 项` : first;
  return freeSlots === 0 ? '今日名额已满，明天再选' : '';
}
