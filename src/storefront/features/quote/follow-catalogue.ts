import { moneyText } from '#storefront/ui/money.tsx';
import type { QuoteCatalogue } from './catalogue-types.ts';
import type { PartFields } from './draft.ts';
import { pricePart } from './price-draft.ts';
import { repairPart, type RepairedPart } from './repair-part.ts';

/**
 * A part after the catalogue changed under the customer's hands: what no longer suits is taken out, and a price that
 * became another is told, never changed silently. The same object when there is nothing to tell.
 */
export function followCatalogue<P extends PartFields>(
  fields: P,
  before: QuoteCatalogue,
  after: QuoteCatalogue,
): RepairedPart<P> {
  const repaired = repairPart(fields, after);
  if (repaired.notices.length > 0) return repaired;
  const was = pricePart(fields, before);
  const is = pricePart(fields, after);
  if (!was.isPriced || !is.isPriced) return repaired;
  const notices: string[] = [];
  if (was.price.sub_total !== is.price.sub_total) {
    notices.push(
      `价格已按最新价目更新：小计 ${moneyText(was.price.sub_total)} → ${moneyText(is.price.sub_total)}`,
    );
  }
  if (was.price.delivery_time !== is.price.delivery_time) {
    notices.push(`交期已更新：${was.price.delivery_time} 天 → ${is.price.delivery_time} 天`);
  }
  return { fields, notices };
}
