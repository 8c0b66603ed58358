import { expect } from 'vitest';
import type { PriceVersion } from '#contract/prices/price-versions.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const admin = { as: 'admin' };

/** The app with versions of prices that are compared. */
export async function startVersions() {
  const app = await createTestApp();

  const get = async <T>(path: string, who: object = admin): Promise<T> => {
    const answer = await app.send('GET', path, who);
    expect(answer.status, `${path} ${answer.msg}`).toBe(200);
    return answer.data;
  };
  const versions = async (query = ''): Promise<PriceVersion[]> =>
    listOf(await app.send('GET', `/price-version${query}`, admin));
  const saveCells = (...cells: object[]) =>
    app.send('PUT', '/price-table', { ...admin, body: { cells, confirmJumps: true } });
  return { app, get, versions, saveCells };
}
