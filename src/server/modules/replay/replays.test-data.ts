import { expect } from 'vitest';
import type { CellChange, PriceTable } from '#contract/price-table.ts';
import { unpricedSelections } from '#domain/process-tree/offered.ts';
import type { Api } from '#tests/support/api.ts';
import { selectionsFor, type buildItem, type SeenCatalogue } from '#tests/support/quotations.ts';

const admin = { as: 'admin' };

/** A part with priced options. */
export function pricedItem(catalogue: SeenCatalogue, rest: object = {}): ReturnType<typeof buildItem> {
  for (const material of catalogue.materials) {
    const selections = selectionsFor(catalogue.tree, material.id, (count) => count - 1);
    const chosen = Object.values(selections);
    const prices = material.processConfig.filter(({ id, price }) => chosen.includes(id) && price > 0);
    if (prices.length < 2 || unpricedSelections(material, selections).length > 0) continue;
    return { material: material.id, num: 10, length: 120, width: 80, height: 20, ...selections, ...rest };
  }
  throw new Error('no material has priced options');
}

/** A draft that raises every price of the options of an item on its material by a given percentage. */
export async function draftFor(
  app: Api,
  item: ReturnType<typeof buildItem>,
  percent: number,
): Promise<{ id: number; cells: CellChange[] }> {
  const { cells } = (await app.send('GET', '/price-table', admin)).data as PriceTable;
  const chosen = new Set(
    Object.entries(item).flatMap(([key, id]) => (key.startsWith('process_') ? [id] : [])),
  );
  const changes = cells
    .filter(
      ([materialId, optionId, price]) => materialId === item.material && chosen.has(optionId) && price > 0,
    )
    .map(([materialId, optionId, price, time]) => ({
      materialId,
      optionId,
      before: { price, time },
      after: { price: Math.round(price * (100 + percent)) / 100, time },
    }));
  const answer = await app.send('POST', '/price-draft', {
    ...admin,
    body: {
      name: '工艺涨价',
      reason: '外协涨价',
      changes: changes.map((change) => ({ kind: 'cell', ...change })),
    },
  });
  expect(answer.status, answer.msg).toBe(200);
  return { id: Number(answer.data), cells: changes };
}

/** What the customer's company pays per tag. */
export async function machiningPrices(app: Api): Promise<Record<string, number>> {
  const { data } = await app.send('GET', '/machining-price', admin);
  return Object.fromEntries(
    (data as { materialTag: string; price: number }[]).map(({ materialTag, price }) => [materialTag, price]),
  );
}
