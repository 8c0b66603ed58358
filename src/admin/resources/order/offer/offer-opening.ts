import { chargeInFen } from '#contract/orders/charges.ts';
import type { OfferLine } from '#contract/orders/offer-body.ts';
import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import type { Charge } from '#domain/pricing/charges.ts';
import {
  alternativeDraftsOf,
  readAlternative,
  type AlternativeDraft,
  type ReadAlternative,
} from './alternative-drafts.ts';
import { chargesDraftOf, type ChargesDraft } from './charge-drafts.ts';
import { draftOf, readLine, type LineDraft } from './offer-draft.ts';
import type { Row } from './offer-row.tsx';

/** An offer as typed. */
export interface OfferDraft extends ChargesDraft {
  /** Input by the row's key; stays with parts that the customer does not change. */
  lines: Readonly<Record<string, LineDraft>>;
  alternatives: readonly AlternativeDraft[];
  note: string;
  validDays: string;
  /** Confirms a total of 0. */
  isFree?: boolean;
}

export interface Opening {
  draft: OfferDraft;
  lines: readonly OfferLine[];
  charges: readonly Charge[];
}

/** The initial form: from the pending or refused offer, else from the revision. */
export function openingOf({ approval, alternatives, ...order }: OrderWithExt): Opening {
  const charges = order.charges.map(chargeInFen);
  const empty = { lines: {}, alternatives: alternativeDraftsOf(alternatives), note: '', validDays: '' };
  if (approval?.state !== 'waiting' && approval?.state !== 'refused') {
    return { draft: { ...empty, ...chargesDraftOf({ charges }) }, lines: [], charges };
  }
  const kept = approval.charges.map(chargeInFen);
  const { lines, note = '', validDays } = approval.offer;
  const days = validDays === undefined ? '' : String(validDays);
  const draft = {
    ...empty,
    ...chargesDraftOf({ charges: kept }),
    alternatives: alternativeDraftsOf(approval.offer.alternatives ?? []),
    note,
    validDays: days,
    isFree: approval.offer.isFree ?? false,
  };
  return { draft, lines, charges: kept };
}

/** The lines of the form: the input for a part, or its initial values. */
export function rowsOf(
  items: readonly OrderItem[],
  typed: OfferDraft['lines'],
  kept: readonly OfferLine[],
): Row[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const { name, material, num, length, width, height, processes } = item;
    const options = processes.map(({ optionId }) => optionId);
    const part = JSON.stringify([name, material, num, length, width, height, options]);
    const index = seen.get(part) ?? 0;
    seen.set(part, index + 1);
    const key = `${part} ${index}`;
    const untouched = draftOf(
      item,
      kept.find(({ lineNo }) => lineNo === item.lineNo),
    );
    const line = typed[key] ?? untouched;
    const isTouched = JSON.stringify(line) !== JSON.stringify(untouched);
    return { key, item, line, read: readLine(item, line), isTouched };
  });
}

/** The parsed drafts; the customer may have removed the part of one. */
export const readAlternatives = (
  items: readonly OrderItem[],
  drafts: readonly AlternativeDraft[],
): readonly ReadAlternative[] =>
  drafts.map((draft) => {
    const item = items.find(({ lineNo }) => lineNo === draft.lineNo);
    return item ? readAlternative(item, draft) : { automatic: null, errors: { num: '没有这个零件' } };
  });
