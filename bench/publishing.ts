import { setTimeout as delay } from 'node:timers/promises';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { addPrices } from '../tests/support/data/many-prices.ts';
import { median, type Figure, type Part } from './figure.ts';
import { atScale } from './scale.ts';
import { withBackOffice, type ServedBackOffice } from './served-back-office.ts';

const PRICES = atScale(600, 30_000);
const REPEATS = atScale(1, 3);
/** Interval between reads of the table. */
const READ_EVERY_MS = 100;

/** Publishes and rolls back a draft that changes every price, while a user reads the table. */
export const publishing: Part = {
  title: `Publishing ${PRICES.toLocaleString('en-US')} changed prices of a draft`,
  measure: () =>
    withBackOffice(async (shop) => {
      await shop.client.query(addPrices(PRICES));
      await shop.client.query('vacuum analyze');
      const [published, rolledBack, limits]: [number[], number[], number[]] = [[], [], []];
      let reads = 0;
      let partialReads = 0;
      for (let round = 0; round < REPEATS; round += 1) {
        const changes = raisePrices(await readCells(shop));
        const name = `第 ${round + 1} 轮`;
        const draft = await shop.send('POST', '/price-draft', 'admin', { name, reason: '', changes });
        const changed = new Map(
          changes.map(({ materialId, optionId, after }) => [`${materialId}/${optionId}`, after.price]),
        );
        const write = { isOver: false };
        const reader = (async () => {
          while (!write.isOver) {
            const cells = await readCells(shop);
            const live = cells.filter(
              ([materialId, optionId, price]) => changed.get(`${materialId}/${optionId}`) === price,
            );
            reads += 1;
            await delay(READ_EVERY_MS);
            if (live.length !== 0 && live.length !== changes.length) partialReads += 1;
          }
        })();
        const path = `/price-draft/${Number(draft.data)}`;
        const publication = { version: 1, confirmJumps: true };
        published.push((await shop.send('POST', `${path}/publish`, 'admin', publication)).tookMs);
        rolledBack.push((await shop.send('POST', `${path}/roll-back`, 'admin', { version: 2 })).tookMs);
        write.isOver = true;
        await reader;
        limits.push(await rawWrite(shop));
      }
      const limit = {
        value: median(limits),
        of: 'the same prices and their history written by two statements',
      };
      const figures: Figure[] = [
        { name: 'published', value: median(published), unit: 'ms', target: { atMost: 2_000 }, limit },
        { name: 'rolled back', value: median(rolledBack), unit: 'ms', limit },
        {
          name: `readings of the table meanwhile that were half (of ${reads})`,
          value: partialReads,
          unit: '',
          target: { atMost: 0 },
        },
      ];
      return figures;
    }),
};

async function readCells(shop: ServedBackOffice): Promise<PriceTable['cells']> {
  return ((await shop.send('GET', '/price-table', 'admin')).data as PriceTable).cells;
}

const raisePrices = (cells: PriceTable['cells']) =>
  cells.slice(0, PRICES).map(([materialId, optionId, price, time]) => ({
    kind: 'cell',
    materialId,
    optionId,
    before: { price, time },
    after: { price: Math.round((price + 0.01) * 100) / 100, time },
  }));

/** ms to write as many prices and their history without the server, in a transaction that is rolled back. */
async function rawWrite({ client }: ServedBackOffice): Promise<number> {
  await client.query('begin');
  const startedAt = performance.now();
  await client.query('update material_process set price_fen = price_fen + 1');
  await client.query(`create temporary table written on commit drop as
    select material_id, process_id, price_fen, time, now() as at from material_process`);
  const tookMs = performance.now() - startedAt;
  await client.query('rollback');
  return tookMs;
}
