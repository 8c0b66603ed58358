import type { CellValue } from '#contract/price-table.ts';
import { isPriceJump } from '#domain/pricing/price-jump.ts';

/** One changed price with the names of its pair. */
export interface NamedChange {
  key: string;
  materialName: string;
  optionName: string;
  before: CellValue;
  after: CellValue;
}

/** Does the change need a deliberate confirmation? */
export const isJump = ({ before, after }: Pick<NamedChange, 'before' | 'after'>): boolean =>
  before !== null && after !== null && isPriceJump(before.price, after.price);
