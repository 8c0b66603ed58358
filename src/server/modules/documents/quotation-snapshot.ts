import { amountInWords } from '#domain/amount-in-words.ts';
import { fenFromYuan, yuanText } from '#domain/money.ts';
import type { Alternative } from '#domain/pricing/alternatives.ts';
import { paymentLines } from '#domain/payment-lines.ts';
import { chargeTitle, type Charge } from '#domain/pricing/charges.ts';
import type { TraceStep } from '#domain/pricing/types.ts';
import { priceOf } from '#contract/kernel/amounts.ts';
import type { QuotationSnapshot } from '#contract/orders/documents.ts';
import type { getOrderWithItems } from '#server/modules/orders/reading/orders.service.ts';
import type { Settings } from '#server/modules/settings/settings-definitions.ts';

/** Hashes of the seals' pictures; '' for none. */
export type Seals = NonNullable<QuotationSnapshot['seals']>;

/**
 * The content of a quotation at the time of issue: the order's data, with today's texts of issuer and customer and the
 * date of the revision. Omits fields without content, so that older documents keep their bytes.
 * @param pictures hashes by line number
 * @param holds findings by line number that the shop checks before the price is binding
 */
export function createSnapshot(
  { order, items }: Pick<Awaited<ReturnType<typeof getOrderWithItems>>, 'order' | 'items'>,
  settings: Settings,
  {
    seals,
    pictures,
    holds,
    shopNote = '',
  }: {
    seals: Seals;
    pictures?: ReadonlyMap<number, string>;
    holds?: ReadonlyMap<number, string[]>;
    /** The shop's note to the customer. */
    shopNote?: string;
  },
  createdAt: Date,
): QuotationSnapshot {
  const { companyTitle, deptName, nickName, phone, taxNumber = '' } = order.customer;
  return {
    orderNo: order.orderNo,
    revision: order.revision,
    issuedAt: createdAt.toISOString(),
    validUntil: order.validUntil.toISOString(),
    promisedDate: order.promisedDate,
    lead: order.lead?.name,
    issuer: {
      name: settings['company.name'] || settings['site.name'],
      address: settings['company.address'],
      phone: settings['company.phone'],
      payment: paymentOf(settings),
    },
    customer: {
      company: companyTitle || deptName,
      contactName: order.contactName || nickName,
      phone: order.contactPhone || phone,
      address: order.address,
      taxNumber,
    },
    seals,
    items: items.map(({ line_total: amount, line_days: days, ...item }) => ({
      lineNo: item.lineNo,
      name: item.name || item.materialName,
      materialName: item.materialName,
      size: [item.length, item.width, item.height],
      num: item.num,
      processes: item.processes.map(({ processName, optionName }) => ({ processName, optionName })),
      unitPrice: yuanText(Math.round(fenFromYuan(amount ?? 0) / item.num)),
      amount: yuanText(fenFromYuan(amount ?? 0)),
      days,
      remark: item.remark,
      ...decisionOf(item.trace.steps),
      picture: pictures?.get(item.lineNo),
      holds: holds?.get(item.lineNo),
    })),
    charges: chargesOf(order.charges, order.alternatives),
    alternatives: alternativesOf(order.alternatives),
    remark: order.remark,
    shopNote: shopNote === '' ? undefined : shopNote,
    total: priceOf(order),
    totalInWords: amountInWords(order.totalFen),
    taxNote: settings['quote.taxNote'],
    terms: settings['quote.terms']
      .split(/[;；\n]/)
      .map((term) => term.trim())
      .filter(Boolean),
  };
}

/** The staff's decision on the line; empty if the formula's price applies. */
function decisionOf(steps: readonly TraceStep[] = []): { isDeclined?: true; note?: string } {
  const step = steps.at(-1);
  if (!step || step.kind === 'open') return {};
  return step.kind === 'declined' ? { isDeclined: true, note: step.reason } : { note: step.reason };
}

const chargesOf = (
  charges: readonly Charge[],
  alternatives: readonly Alternative[],
): QuotationSnapshot['charges'] =>
  charges.length === 0
    ? undefined
    : charges.map((charge) => ({
        label: chargeTitle(charge),
        amount: yuanText(charge.amountFen),
        note: charge.reason,
        days: charge.days,
        percent: alternatives.length > 0 ? charge.percent : undefined,
      }));

const alternativesOf = (alternatives: readonly Alternative[]): QuotationSnapshot['alternatives'] =>
  alternatives.length === 0
    ? undefined
    : alternatives.map(({ by: _by, amountFen, ...alternative }) => ({
        ...alternative,
        amount: yuanText(amountFen),
      }));

function paymentOf(settings: Settings): QuotationSnapshot['issuer']['payment'] {
  const payment = {
    title: settings['company.invoiceTitle'],
    taxNumber: settings['company.taxNumber'],
    bank: settings['company.bank'],
    account: settings['company.bankAccount'],
  };
  return paymentLines(payment).length === 0 ? undefined : payment;
}
