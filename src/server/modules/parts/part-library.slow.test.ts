import { afterAll, expect, test } from 'vitest';
import { addDept } from '#tests/support/data/people.ts';
import { buildOrder } from '#tests/support/data/quotations.ts';
import { startLibrary } from './part-library.test-data.ts';

const { app, item, addMember, order, list } = await startLibrary();
afterAll(() => app.close());

test('a part without lines is not listed, and parts are sorted by their latest line', async () => {
  const buyer = await addMember((await addDept(app)).deptId);
  const quoted = await order(buyer, [{ ...item, name: 'ZK-7 旧名' }], 'quoted');
  await order(buyer, [{ ...item, name: 'ZK-7 支座' }]);
  expect(await list({ part: 'ZK-7' })).toHaveLength(2);
  const items = [{ ...item, name: 'ZK-7 支座' }];
  const { price } = await buildOrder(app, { token: buyer.token }, items);
  const body = { items, price, version: 1 };
  expect(await app.send('PUT', `/order/${quoted}`, { token: buyer.token, body })).toMatchObject({
    status: 200,
  });
  expect(await list({ part: 'ZK-7' })).toMatchObject([{ name: 'ZK-7 支座', orders: 1, quotations: 1 }]);
  const { rows } = await app.database.pool.query<{ differ: number }>(
    `select count(*)::int as differ from part
     where last_at is distinct from (select max(made_at) from part_line where part_id = part.id)`,
  );
  expect(rows).toEqual([{ differ: 0 }]);
});
