import { orderLead } from '#domain/lead/lead-class.ts';
import { ladder } from '#domain/pricing/ladder.ts';
import { PricingError } from '#domain/pricing/pricing-error.ts';
import { shipDate, type WorkCalendar } from '#domain/delivery/ship-date.ts';
import { addWorkingHours, type OpeningHours } from '#domain/delivery/working-hours.ts';
import { unpricedSelections } from '#domain/process-tree/offered.ts';
import { chargeInYuan } from '#contract/orders/charges.ts';
import { quotedFigures, quotedRung, quotedTotal, type Quotation } from '#contract/orders/quotes.ts';
import { priceOf } from '#contract/kernel/amounts.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import { refuseOnPricingError, type PricedOrder } from './price-cart.service.ts';

export const workCalendar = (settings: Settings): WorkCalendar => ({
  daysPerWeek: Number(settings['quote.workWeek']),
  holidays: settings['quote.holidays'],
  workdays: settings['quote.workdays'],
});

/** The ship date of an order placed now, `YYYY-MM-DD`. */
export function promisedDate(settings: Settings, deliveryDays: number, now: Date): string {
  try {
    return shipDate({
      now,
      days: deliveryDays,
      cutOffHour: settings['quote.cutOffHour'],
      ...workCalendar(settings),
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { message } = error;
    return refuseOnPricingError(() => {
      throw new PricingError('date_out_of_range', message);
    });
  }
}

/** The time by which the shop promises to answer a request made now. */
export const replyDue = (settings: Settings, now: Date): Date =>
  addWorkingHours(now, settings['quote.replyHours'], openingHours(settings));

export const openingHours = (settings: Settings): OpeningHours => ({
  openHour: settings['quote.openHour'],
  closeHour: settings['quote.closeHour'],
  ...workCalendar(settings),
});

/** Throws `order.price_changed` with the current figures when they differ from the price that the customer saw. */
export function assertPriceUnchanged(
  priced: PricedOrder,
  seenPrice: string,
  settings: Settings,
  now: Date,
  leadNotice?: string,
): void {
  if (priceOf(priced.total) === seenPrice) return;
  const figures = toQuotation(priced, settings, now);
  throw new AppError('order.price_changed', {
    data: leadNotice === undefined ? figures : { ...figures, leadNotice },
  });
}

/** The quotation in the wire format, in yuan: figures, trace and ladder of each item, total and date. */
export function toQuotation(
  { items, charges, lead, total, cncPrice, reviewReasons }: PricedOrder,
  settings: Settings,
  now: Date,
): Quotation {
  return {
    items: items.map(({ item, material, price }) => ({
      ...quotedFigures(price),
      ladder: refuseOnPricingError(() => ladder(material, item, cncPrice)).map(quotedRung),
      unpriced: unpricedSelections(material, item).map(({ optionId }) => optionId),
    })),
    ...(charges.length > 0 && { charges: charges.map(chargeInYuan) }),
    ...quotedTotal(total),
    promisedDate: promisedDate(settings, total.deliveryDays, now),
    gates: [...reviewReasons],
    ...(lead && { lead: orderLead(lead) }),
  };
}
