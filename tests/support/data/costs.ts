import type { CostKind } from '#domain/pricing/cost.ts';
import type { CostRow } from '#contract/catalogue/costs.ts';
import type { Api } from '../app/api.ts';
import { listOf } from './quotations.ts';

const admin = { as: 'admin' };

/** Every row of a cost type, with or without a cost. */
export async function listCosts(app: Api, kind: CostKind): Promise<CostRow[]> {
  const rows: CostRow[] = [];
  for (let pageIndex = 1; ; pageIndex += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const answer = await app.send('GET', `/cost?kind=${kind}&pageSize=1000&pageIndex=${pageIndex}`, admin);
    rows.push(...listOf<CostRow>(answer));
    if (rows.length >= (answer.data as { count: number }).count) return rows;
  }
}

/** Enters all costs: a percentage of the prices, and an amount in yuan for a kg of each material. */
export async function enterCosts(app: Api, percent: number, perKg: number): Promise<void> {
  for (const kind of ['machining', 'option', 'material'] as const) {
    // oxlint-disable no-await-in-loop -- one write after the other
    const changes = (await listCosts(app, kind)).flatMap(
      ({ price, cost: before, name: _name, group: _group, ...target }) => {
        const after = kind === 'material' ? perKg : price === null ? null : Math.round(price * percent) / 100;
        return after === null || after === before ? [] : [{ ...target, before, after }];
      },
    );
    for (let from = 0; from < changes.length; from += 1000) {
      const body = { changes: changes.slice(from, from + 1000) };
      const saved = await app.send('PUT', '/cost', { ...admin, body });
      if (saved.status !== 200) throw new Error(`PUT /cost: ${saved.msg}`);
    }
    // oxlint-enable no-await-in-loop
  }
}
