import { priceItem } from '#domain/pricing/price-item.ts';
import { formatFen } from '#domain/money.ts';
import { catalogue } from './draft/fixtures.test-data.ts';

const material = catalogue.materials[0]!;
export const sizes = { length: 120, width: 60, height: 20 };

export const kernelSubTotal = (
  item: { num: number; length?: number },
  options = { process_10: 13, process_13: 132 },
) =>
  formatFen(
    priceItem(material, { material: 1, ...sizes, ...options, ...item }, catalogue.cncPrice).subTotalFen,
  );
