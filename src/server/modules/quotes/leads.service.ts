import { rulesOn } from '#domain/charges/charge-rule.ts';
import { leadFaults, STANDARD, type LeadClass, type OrderLead } from '#domain/lead/lead-class.ts';
import { leadChoices, leadOffers } from '#domain/lead/lead-offers.ts';
import { yuanText } from '#domain/money.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import type { Quotation } from '#contract/quotes.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { slotsLeft, slotsTaken } from '#server/modules/catalogue/lead-slots.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import { chargedLines } from './charges.service.ts';
import { promisedDate, refuseOnPricingError, type PricedOrder } from './quotes.service.ts';

type Leads = Pick<Catalogue, 'leadClasses'>;

/**
 * The class that a customer chose for these parts; undefined for 标准. Throws `order.lead_unavailable` with the reasons when the shop
 * does not offer it, or not for these parts.
 */
export function chosenLead(
  catalogue: Leads,
  priced: PricedOrder,
  id: number | null | undefined,
): LeadClass | undefined {
  if (id === null || id === undefined) return undefined;
  const lead = findLead(catalogue, id);
  const fault = lead ? faultOf(lead, priced) : '该交期档位已停用';
  if (fault === undefined) return lead;
  const msg = `${fault}，请改选其他交期档位`;
  throw new AppError('order.lead_unavailable', { msg, fields: { leadClassId: msg } });
}

/**
 * The class that a customer chose for these parts, and the others that have a slot today; undefined where the shop offers 标准 alone.
 * Throws `order.lead_unavailable` like `chosenLead`.
 */
export async function leadChoicesFor(
  db: Db,
  catalogue: Leads,
  priced: PricedOrder,
  id: number | null | undefined,
  now: Date,
): Promise<{ lead: LeadClass | undefined; otherLeads: (LeadClass | undefined)[] } | undefined> {
  const lead = chosenLead(catalogue, priced, id);
  const { leadClasses } = catalogue;
  if (leadClasses.length === 0) return undefined;
  const taken = await slotsTaken(db, leadClasses, dayText(dayNumber(now)));
  const isFree = (one: LeadClass | undefined) => one === undefined || slotsLeft(one, taken) !== 0;
  const otherLeads = leadChoices(leadClasses).filter((one) => one !== lead && isFree(one));
  return { lead, otherLeads };
}

/** The class that an order had, as the shop offers it now; 标准 and a sentence where these parts cannot have it any more. */
export function keptLead(
  catalogue: Leads,
  priced: PricedOrder,
  before: OrderLead | null,
): { lead?: LeadClass | undefined; notice?: string } {
  if (before === null) return {};
  const lead = findLead(catalogue, before.id);
  const fault = lead ? faultOf(lead, priced) : `交期档位“${before.name}”已停用`;
  return fault === undefined ? { lead } : { notice: `${fault}，按${STANDARD.name}交期计算` };
}

const findLead = ({ leadClasses }: Leads, id: number) => leadClasses.find((one) => one.id === id);

function faultOf(lead: LeadClass, priced: PricedOrder): string | undefined {
  const [first, ...more] = leadFaults(lead, chargedLines(priced));
  if (first === undefined) return undefined;
  return `这些零件不能选“${lead.name}”：${first}${more.length > 0 ? ` 等 ${more.length + 1} 项` : ''}`;
}

/** The order in each class, for the wire; nothing where the shop offers 标准 alone. Throws `quote.invalid` like `chargedOrder`. */
export async function quotedLeads(
  db: Db,
  { leadClasses, chargeRules }: Catalogue,
  settings: Settings,
  priced: PricedOrder,
  now: Date,
): Promise<Pick<Quotation, 'leadClasses'>> {
  if (leadClasses.length === 0) return {};
  const today = dayText(dayNumber(now));
  const taken = await slotsTaken(db, leadClasses, today);
  const offers = refuseOnPricingError(() =>
    leadOffers(rulesOn(chargeRules, today), chargedLines(priced), leadClasses),
  );
  return {
    leadClasses: offers.map(({ lead, total, faults }) => ({
      id: lead?.id ?? null,
      name: (lead ?? STANDARD).name,
      factor: (lead ?? STANDARD).factor,
      price: yuanText(total.totalFen),
      delivery_time: total.deliveryDays,
      promisedDate: promisedDate(settings, total.deliveryDays, now),
      reasons: faults,
      left: lead ? slotsLeft(lead, taken) : null,
    })),
  };
}
