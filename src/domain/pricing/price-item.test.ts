import { describe, expect, it } from 'vitest';
import vectors from './vectors.json?raw';
import { priceItem } from './price-item.ts';
import type { CncPrice, ItemFigures, PartItem, PricedMaterial } from './types.ts';

interface Vector {
  material: PricedMaterial;
  item: PartItem;
  cncPrice: CncPrice;
  expect: ItemFigures;
}

describe('the 24 reference cases', () => {
  const cases: readonly Vector[] = JSON.parse(vectors);
  it.each(cases.map((v, i) => [i, v] as const))('case %i matches to the cent', (_, vector) => {
    const { unit_price, sub_total, delivery_time } = priceItem(vector.material, vector.item, vector.cncPrice);
    expect({ unit_price, sub_total, delivery_time }).toEqual(vector.expect);
  });
});
