import { chargeInFen } from '#contract/orders/charges.ts';
import type { Quotation } from '#contract/orders/quotes.ts';
import { STANDARD } from '#domain/lead/lead-class.ts';
import { lineFromTrace } from '#domain/pricing/line.ts';
import { chargeRow } from '../draft/charges/charge-result.ts';
import { lineChargesText } from '../draft/charges/model-charge-text.ts';
import type { OrderToPlace } from './order-to-place.ts';

/** The order with the server's new figures. */
export function withNewPrice(order: OrderToPlace, quotation: Quotation): OrderToPlace {
  const charges = quotation.charges?.map(chargeInFen);
  return {
    ...order,
    price: quotation.price,
    charges: charges?.map(chargeRow),
    deliveryTime: quotation.delivery_time,
    lead: order.lead && { id: quotation.lead?.id ?? null, name: (quotation.lead ?? STANDARD).name },
    shipsOn: quotation.promisedDate,
    lines: order.lines.map((line, index) => {
      const quoted = quotation.items[index];
      if (!quoted) return line;
      const subTotalFen = lineFromTrace(quoted.trace).fen ?? undefined;
      return { ...line, subTotalFen, modelCharge: lineChargesText(charges ?? [], index + 1) };
    }),
  };
}
