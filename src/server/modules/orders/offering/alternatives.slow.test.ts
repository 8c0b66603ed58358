import { afterAll, describe, expect, test } from 'vitest';
import { stateOf } from '#tests/support/app/database-state.ts';
import { startAlternatives, twenty } from './alternatives.test-data.ts';

const { app, customer, request, offer, offered } = await startAlternatives();
afterAll(() => app.close());

test('an offer without alternatives has an empty list, and its document has no such field', async () => {
  const order = await offered({ alternatives: [], discount: undefined });
  expect(order.alternatives).toEqual([]);
  const document = await app.send('GET', `/order/${order.id}/document`, { token: customer.token });
  expect(Object(document.data).snapshot).not.toHaveProperty('alternatives');
});

describe('an offer is refused, and nothing is written, with', () => {
  test.each([
    ['of a missing line', { ...twenty, lineNo: 3 }, { 'alternatives.0.lineNo': '没有这个零件' }],
    ['that does not differ', { ...twenty, num: 10 }, { 'alternatives.0.label': '请填写与原方案的区别' }],
    ['that costs nothing', { ...twenty, amount: 0 }, { 'alternatives.0.amount': '金额为 0 时请确认免费' }],
    [
      'with a negative amount',
      { ...twenty, amount: -1 },
      { 'alternatives.0.amount': expect.any(String) as unknown },
    ],
    ['of zero pieces', { ...twenty, num: 0 }, { 'alternatives.0.num': expect.any(String) as unknown }],
  ])('an alternative %s', async (_what, alternative, errors) => {
    const id = await request();
    const before = await stateOf(app.database);
    expect(await offer(id, { alternatives: [alternative] })).toMatchObject({ status: 400, errors });
    expect(await stateOf(app.database)).toStrictEqual(before);
  });

  test('more than five alternatives of a line', async () => {
    const id = await request();
    const alternatives = Array.from({ length: 6 }, (_, index) => ({ ...twenty, num: 20 + index }));
    expect(await offer(id, { alternatives })).toMatchObject({
      status: 400,
      errors: { alternatives: '每个零件最多5个方案' },
    });
  });
});
