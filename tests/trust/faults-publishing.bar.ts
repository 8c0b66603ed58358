import { expect } from 'vitest';
import type { PriceDraftState } from '#contract/prices/price-drafts.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { clientOf, patientClient, signIn, type ApiClient } from '#tests/support/app/api-client.ts';
import { addPrices } from '#tests/support/data/many-prices.ts';
import { runServer } from '#tests/support/processes/run-server.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { spread } from '#tests/support/load/spread.ts';
import { ownDirectory, queryPrivate } from '#tests/support/processes/own-directory.ts';
import { bar } from './bar.ts';

const PRICES = atScale(3_000, 30_000);
const ROUNDS = atScale(3, 20);
/** Time from the start of a publication to the kill; the rounds are spread over its duration. */
const KILL_WITHIN_MS = atScale(1_200, 6_000);

const dataDir = ownDirectory('quotemill-publish-').at('data');

async function readTable(client: ApiClient): Promise<PriceTable['cells']> {
  const { status, body } = await client.call('GET', '/price-table');
  expect(status).toBe(200);
  return (body['data'] as PriceTable).cells;
}

bar(
  103,
  'a publication of prices that is killed happens whole and once',
  async () => {
    let server = await runServer(dataDir);
    const { token } = await signIn(server.address, 'admin');
    let client = patientClient(clientOf(server.address, token));
    await queryPrivate(dataDir, addPrices(PRICES));
    const liveMs: number[] = [];
    let killedBefore = 0;

    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = await readTable(client);
      const changes = before.slice(0, PRICES).map(([materialId, optionId, price, time]) => ({
        kind: 'cell',
        materialId,
        optionId,
        before: { price, time },
        after: { price: Math.round((price + 0.01) * 100) / 100, time },
      }));
      const created = await client.call('POST', '/price-draft', {
        name: `第 ${round} 轮`,
        reason: '',
        changes,
      });
      expect(created.status, String(created.body['msg'])).toBe(200);
      const id = Number(created.body['data']);
      const publishAt = new Date(Date.now() + 1_000);
      const scheduled = await client.call('POST', `/price-draft/${id}/schedule`, {
        version: 1,
        confirmJumps: true,
        publishAt: publishAt.toISOString(),
      });
      expect(scheduled.status, String(scheduled.body['msg'])).toBe(200);
      const killAt = publishAt.getTime() + (KILL_WITHIN_MS * round) / ROUNDS;
      await expect.poll(() => Date.now(), { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(killAt);
      await server.kill();

      server = await runServer(dataDir);
      client = patientClient(clientOf(server.address, token));
      const restartedAt = performance.now();
      const wanted = new Map(changes.map((one) => [`${one.materialId}/${one.optionId}`, one.after.price]));
      const published = (cells: PriceTable['cells']) =>
        cells.filter(([materialId, optionId, price]) => wanted.get(`${materialId}/${optionId}`) === price)
          .length;
      const first = published(await readTable(client));
      // Readers see all old or all new prices, never a mixture.
      expect([0, changes.length]).toContain(first);
      if (first === 0) killedBefore += 1;
      const stateOf = async (): Promise<PriceDraftState> => {
        const { body } = await client.call('GET', `/price-draft/${id}`);
        return (body['data'] as { state: PriceDraftState }).state;
      };
      await expect.poll(stateOf, { interval: 200, timeout: 300_000 }).toBe('live');
      liveMs.push(performance.now() - restartedAt);
      expect(published(await readTable(client))).toBe(changes.length);
      const [history] = await queryPrivate<{ count: number; keys: number }>(
        dataDir,
        'select count(*)::int as count, count(distinct key)::int as keys from price_change where draft_id = $1',
        [id],
      );
      expect(history).toEqual({ count: changes.length, keys: changes.length });
    }
    expect((await server.stop()).code).toBe(0);
    return (
      `${ROUNDS} kills around the moment of ${PRICES} prices: 0 half published, 0 lost, 0 twice; ` +
      `${killedBefore} before the publication had committed, live after ${spread(liveMs)} of the restart`
    );
  },
  { timeout: 3_600_000 },
);
