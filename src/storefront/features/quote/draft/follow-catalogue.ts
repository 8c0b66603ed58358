import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatFen } from '#domain/money.ts';
import type { QuoteCatalogue } from './catalogue-types.ts';
import type { PartFields } from './draft.ts';
import { pricePart } from './price-draft.ts';
import { repairPart, type RepairedPart } from './repair-part.ts';

/**
 * Updates a part after a catalogue change: removes unsuitable selections and reports price changes. Returns
 * the same object if nothing changed.
 */
export function followCatalogue<P extends PartFields>(
  fields: P,
  before: QuoteCatalogue,
  after: QuoteCatalogue,
): RepairedPart<P> {
  const repaired = repairPart(fields, after);
  if (repaired.notices.length > 0) return repaired;
  const oldPrice = pricePart(fields, before);
  const newPrice = pricePart(fields, after);
  if (!oldPrice.isPriced || !newPrice.isPriced) return repaired;
  const notices: string[] = [];
  if (oldPrice.price.subTotalFen !== newPrice.price.subTotalFen) {
    notices.push(
      `价格已按最新价目更新：小计 ${formatFen(oldPrice.price.subTotalFen)} → ${formatFen(newPrice.price.subTotalFen)}`,
    );
  }
  const [oldDays, newDays] = [
    workingDaysText(oldPrice.price.deliveryDays),
    workingDaysText(newPrice.price.deliveryDays),
  ];
  if (oldDays !== newDays) notices.push(`交期已更新：${oldDays} → ${newDays}`);
  return { fields, notices };
}
