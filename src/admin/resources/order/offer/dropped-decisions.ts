import { chargeInFen } from '#contract/orders/charges.ts';
import type { OrderItem, OrderWithExt } from '#contract/orders/order-data.ts';
import type { OrderRevision } from '#contract/orders/revisions.ts';
import { formatFen, formatYuan } from '#domain/money.ts';
import { enteredName } from '#domain/parts/line-title.ts';
import { chargeTitle, isManualCharge, type Charge } from '#domain/pricing/charges.ts';
import { unusedKey } from './alternative-drafts.ts';
import { chargesDraftOf } from './charge-drafts.ts';
import { draftOf, type LineDraft } from './offer-draft.ts';
import type { OfferDraft } from './initial-offer.ts';
import type { Row } from './offer-row.tsx';

/** A decision of an earlier offer that the request no longer contains. */
export interface DroppedDecision {
  id: string;
  text: string;
  /** Adds the decision to the draft; undefined if its part no longer exists. */
  apply: ((draft: OfferDraft) => OfferDraft) | undefined;
}

type Request = Pick<OrderWithExt, 'items' | 'charges'>;

/** Lists the decisions of an earlier offer that the current request no longer contains. */
export function findDroppedDecisions(
  earlier: Pick<OrderRevision, 'items' | 'charges'>,
  { items, charges }: Request,
  rows: readonly Row[],
): DroppedDecision[] {
  const isUnchanged = (old: OrderItem) =>
    items.some((item) => isSamePart(old, item, true) && decisionKey(item) === decisionKey(old));
  const unmatchedRows = new Set(rows);
  const droppedLines = earlier.items
    .filter((old) => decisionKey(old) !== '' && !isUnchanged(old))
    .map((old) => {
      const row =
        [...unmatchedRows].find(({ item }) => isSamePart(old, item, true)) ??
        [...unmatchedRows].find(({ item }) => isSamePart(old, item, false)) ??
        [...unmatchedRows].find(({ item }) => old.name !== '' && item.name === old.name);
      if (row) unmatchedRows.delete(row);
      return {
        id: `line ${old.lineNo}`,
        text: lineText(old),
        apply: row && withLine(row, lineDraftFrom(old, row.item)),
      };
    });
  const currentCharges = new Set(charges.map((charge) => chargeText(chargeInFen(charge))));
  const droppedCharges = earlier.charges
    .map(chargeInFen)
    .filter((charge) => isManualCharge(charge) && !currentCharges.has(chargeText(charge)));
  return [
    ...droppedLines,
    ...droppedCharges.map((charge, index) => ({
      id: `charge ${index}`,
      text: chargeText(charge),
      apply: (draft: OfferDraft) => withCharge(draft, charge),
    })),
  ];
}

const partKey = ({ name, material, length, width, height, processes }: OrderItem) =>
  JSON.stringify([name, material, length, width, height, processes.map(({ optionId }) => optionId)]);

const isSamePart = (old: OrderItem, item: OrderItem, mustHaveSameNum: boolean) =>
  partKey(old) === partKey(item) && (!mustHaveSameNum || old.num === item.num);

/** Identifies the staff's decision about a line; '' for the formula's price. */
function decisionKey({ trace }: OrderItem): string {
  const step = trace.steps?.at(-1);
  return step === undefined || step.kind === 'open' ? '' : JSON.stringify(step);
}

function lineText(item: OrderItem): string {
  const draft = draftOf(item);
  const offered = draft.isDeclined ? '不报价' : `${formatYuan(Number(draft.amount))}，${draft.days} 天`;
  const reason = draft.reason === '' ? '' : `：${draft.reason}`;
  return `${item.lineNo}. ${enteredName(item) || item.materialName}（${item.num} 件）${offered}${reason}`;
}

const chargeText = (charge: Charge): string =>
  [`${chargeTitle(charge)} ${formatFen(charge.amountFen)}`, charge.reason].filter(Boolean).join('：');

/** Applies the earlier decision to the current part; a different quantity keeps the price per piece. */
function lineDraftFrom(old: OrderItem, item: OrderItem): LineDraft {
  const draft = draftOf(old);
  if (draft.isDeclined || old.num === item.num) return draft;
  return { ...draft, amount: `${Number((Number(draft.amount) / old.num).toFixed(4))}/件` };
}

const withLine = (row: Row, line: LineDraft) => (draft: OfferDraft) => ({
  ...draft,
  lines: { ...draft.lines, [row.key]: line },
});

function withCharge(draft: OfferDraft, charge: Charge): OfferDraft {
  const { charges, discount, discountReason } = chargesDraftOf({ charges: [charge] });
  if (charge.kind === 'discount') return { ...draft, discount, discountReason };
  const key = unusedKey(draft.charges);
  return {
    ...draft,
    charges: [...draft.charges, ...charges.map((chargeDraft) => ({ ...chargeDraft, key }))],
  };
}
