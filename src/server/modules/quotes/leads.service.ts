import { STANDARD, type LeadClass, type OrderLead } from '#domain/lead/lead-class.ts';
import { leadChoices, leadOffers } from '#domain/lead/lead-offers.ts';
import { chargedLines } from '#domain/quotation/price-cart.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { quotedTotal, type Quotation } from '#contract/orders/quotes.ts';
import type { Db } from '#server/db/database.ts';
import { fieldError } from '#server/http/app-error.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { slotsLeft, readSlotsTaken } from '#server/modules/catalogue/rules/lead-slots.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import { refuseOnPricingError, rulesAt, type PricedOrder } from './price-cart.service.ts';
import { promisedDate } from './quotes.service.ts';

type Leads = Pick<Catalogue, 'leadClasses'>;

/** The lead class with this id; undefined for 标准 and for a class that the shop does not offer. */
export const findLead = ({ leadClasses }: Leads, id: number | null | undefined): LeadClass | undefined =>
  leadClasses.find((lead) => lead.id === id);

/** Throws `order.lead_unavailable` with the reasons when the shop does not offer the class at all or for these parts. */
export function assertLead(catalogue: Leads, priced: PricedOrder, id: number | null | undefined): void {
  if (id === null || id === undefined) return;
  const lead = findLead(catalogue, id);
  const error = lead ? errorOf(lead, priced) : '该交期档位已停用';
  if (error !== undefined)
    throw fieldError('leadClassId', `${error}，请改选其他交期档位`, 'order.lead_unavailable');
}

/** Why an order falls back from its class to 标准, as a sentence; undefined if it keeps the class. */
export function lostLeadReason(
  catalogue: Leads,
  priced: PricedOrder,
  before: OrderLead | null,
): string | undefined {
  if (before === null) return undefined;
  const lead = findLead(catalogue, before.id);
  const error = lead ? errorOf(lead, priced) : `交期档位“${before.name}”已停用`;
  return error === undefined ? undefined : `${error}，按${STANDARD.name}交期计算`;
}

function errorOf({ name }: LeadClass, { leadErrors: [first, ...more] }: PricedOrder): string | undefined {
  if (first === undefined) return undefined;
  return `这些零件不能选“${name}”：${first}${more.length > 0 ? ` 等 ${more.length + 1} 项` : ''}`;
}

/** The class of a priced part, and the other classes with a free slot today; undefined if the shop offers only 标准. */
export async function leadChoicesFor(
  db: Db,
  catalogue: Leads,
  id: number | null | undefined,
  now: Date,
): Promise<{ lead: LeadClass | undefined; otherLeads: (LeadClass | undefined)[] } | undefined> {
  const lead = findLead(catalogue, id);
  const { leadClasses } = catalogue;
  if (leadClasses.length === 0) return undefined;
  const taken = await readSlotsTaken(db, leadClasses, dayText(dayNumber(now)));
  const isFree = (choice: LeadClass | undefined) => choice === undefined || slotsLeft(choice, taken) !== 0;
  const otherLeads = leadChoices(leadClasses).filter((choice) => choice !== lead && isFree(choice));
  return { lead, otherLeads };
}

/** The order in each class, in the wire format; empty if the shop offers only 标准. Throws `quote.invalid`. */
export async function quotedLeads(
  db: Db,
  catalogue: Catalogue,
  settings: Settings,
  priced: PricedOrder,
  now: Date,
): Promise<Pick<Quotation, 'leadClasses'>> {
  const { leadClasses } = catalogue;
  if (leadClasses.length === 0) return {};
  const taken = await readSlotsTaken(db, leadClasses, dayText(dayNumber(now)));
  const offers = refuseOnPricingError(() =>
    leadOffers(rulesAt(catalogue, now).charges, chargedLines(priced), leadClasses),
  );
  return {
    leadClasses: offers.map(({ lead, total, errors }) => ({
      id: lead?.id ?? null,
      name: (lead ?? STANDARD).name,
      factor: (lead ?? STANDARD).factor,
      ...quotedTotal(total),
      promisedDate: promisedDate(settings, total.deliveryDays, now),
      reasons: errors,
      left: lead ? slotsLeft(lead, taken) : null,
    })),
  };
}
