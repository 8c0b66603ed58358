import { chargeInFen } from '#contract/orders/charges.ts';
import type { OfferLine } from '#contract/orders/offer-body.ts';
import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import type { Charge } from '#domain/pricing/charges.ts';
import {
  alternativeDraftsOf,
  parseAlternative,
  type AlternativeDraft,
  type ParsedAlternative,
} from './alternative-drafts.ts';
import { chargesDraftOf, type ChargesDraft } from './charge-drafts.ts';
import { draftOf, parseLine, type LineDraft } from './offer-draft.ts';
import type { Row } from './offer-row.tsx';

/** The input of the form. */
export interface OfferDraft extends ChargesDraft {
  /** By row key, so that the input stays with its part unless the customer changes the part. */
  lines: Readonly<Record<string, LineDraft>>;
  alternatives: readonly AlternativeDraft[];
  note: string;
  validDays: string;
  /** Confirms a total of 0. */
  isFree?: boolean;
}

export interface InitialOffer {
  draft: OfferDraft;
  lines: readonly OfferLine[];
  charges: readonly Charge[];
}

/** The offer that the form starts from: the pending or refused offer, else the revision. */
export function initialOffer({ approval, alternatives, ...order }: OrderWithExt): InitialOffer {
  const charges = order.charges.map(chargeInFen);
  const empty = { lines: {}, alternatives: alternativeDraftsOf(alternatives), note: '', validDays: '' };
  if (approval?.state !== 'waiting' && approval?.state !== 'refused') {
    return { draft: { ...empty, ...chargesDraftOf({ charges }) }, lines: [], charges };
  }
  const pendingCharges = approval.charges.map(chargeInFen);
  const { lines, note = '', validDays } = approval.offer;
  const days = validDays === undefined ? '' : String(validDays);
  const draft = {
    ...empty,
    ...chargesDraftOf({ charges: pendingCharges }),
    alternatives: alternativeDraftsOf(approval.offer.alternatives ?? []),
    note,
    validDays: days,
    isFree: approval.offer.isFree ?? false,
  };
  return { draft, lines, charges: pendingCharges };
}

/** The rows of the form: the edited lines, else those of the pending offer, else those of the request. */
export function offerRows(
  items: readonly OrderItem[],
  edited: OfferDraft['lines'],
  pending: readonly OfferLine[],
): Row[] {
  const partCounts = new Map<string, number>();
  return items.map((item) => {
    const { name, material, num, length, width, height, processes } = item;
    const options = processes.map(({ optionId }) => optionId);
    const part = JSON.stringify([name, material, num, length, width, height, options]);
    const index = partCounts.get(part) ?? 0;
    partCounts.set(part, index + 1);
    // The index tells identical parts apart.
    const key = `${part} ${index}`;
    const initial = draftOf(
      item,
      pending.find(({ lineNo }) => lineNo === item.lineNo),
    );
    const line = edited[key] ?? initial;
    const isTouched = JSON.stringify(line) !== JSON.stringify(initial);
    return { key, item, line, parsed: parseLine(item, line), isTouched };
  });
}

/** An alternative is invalid if the customer has removed its part. */
export const parseAlternatives = (
  items: readonly OrderItem[],
  drafts: readonly AlternativeDraft[],
): readonly ParsedAlternative[] =>
  drafts.map((draft) => {
    const item = items.find(({ lineNo }) => lineNo === draft.lineNo);
    return item ? parseAlternative(item, draft) : { automatic: null, errors: { num: '没有这个零件' } };
  });
