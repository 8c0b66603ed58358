import { afterAll, expect, test } from 'vitest';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { boxMeasures, boxStl, uploadedModel } from '#tests/support/models/models.ts';
import type { Person } from '#tests/support/data/people.ts';
import { startRepeats, charged } from './repeats.test-data.ts';

const { app, item, other, buyer, colleague, rival, setUpOf, repeatsOf, order } = await startRepeats();
afterAll(() => app.close());
const waived = [[0, '返单免收']];

test('a repeat order of the same company waives the charge, at the price shown on the quotation page', async () => {
  expect(await setUpOf(buyer, item)).toEqual(charged);
  await order(buyer, [item], 'quoted');
  expect(await setUpOf(buyer, item)).toEqual(charged);
  await order(buyer, [item]);
  expect(await setUpOf(buyer, item)).toEqual(waived);
  expect(await setUpOf(colleague, { ...item, num: 3 })).toEqual(waived);
  expect(await setUpOf(buyer, item, other)).toEqual([[50, '1 种零件 × ¥50.00，另有 1 种零件返单免收']]);
  expect(await repeatsOf(buyer, item, other)).toEqual([true, false]);

  const again = await order(colleague, [item]);
  expect(again.charges).toMatchObject([{ kind: 'setup', amount: 0, reason: '返单免收' }]);
  expect(Number(again.price)).toBe(again.items[0]?.sub_total);
});

test('the charge is not waived for another company, size, material, option or part number', async () => {
  expect(await setUpOf(rival, item)).toEqual(charged);
  expect(await repeatsOf(rival, item)).toEqual([false]);
  const [key] = Object.keys(item).filter((name) => name.startsWith('process_'));
  const { [key as `process_${number}`]: _option, ...fewer } = item;
  for (const changed of [
    { ...item, length: 61 },
    { ...item, name: 'QM-5 B' },
    { ...item, name: '支架' },
    other,
  ])
    expect(await setUpOf(buyer, changed)).toEqual(charged);
  expect(await repeatsOf(buyer, fewer as QuotationItem)).toEqual([false]);
});

test('the charge is not waived after a cancelled order', async () => {
  const part = { ...item, name: 'QM-6' };
  const { id, version } = await order(buyer, [part]);
  expect(await setUpOf(buyer, part)).toEqual(waived);
  const moved = await app.send('POST', `/order/${id}/move`, {
    token: buyer.token,
    body: { to: 'cancelled', reason: '重复', version },
  });
  expect(moved.status, moved.msg).toBe(200);
  expect(await setUpOf(buyer, part)).toEqual(charged);
});

test('models are compared by content; another model, or another customer’s, is no repeat', async () => {
  const upload = async ({ token }: Person, note: string) => {
    const content = boxStl([60, 40, 8]);
    content.write(note, 0);
    const { id } = await uploadedModel(app, 'QM-8.stl', content, { token });
    return { id, ...boxMeasures([60, 40, 8]) };
  };
  const part = { ...item, name: 'QM-8' };
  const first = { ...part, model: await upload(buyer, 'a') };
  await order(buyer, [first]);
  expect(await setUpOf(buyer, { ...part, name: '另一个名字', model: await upload(buyer, 'a') })).toEqual(
    waived,
  );
  expect(await setUpOf(buyer, { ...part, model: await upload(buyer, 'b') })).toEqual(charged);
  expect(await setUpOf(buyer, part)).toEqual(charged);
  const theirs = await upload(rival, 'a');
  expect(await setUpOf(rival, { ...part, model: theirs })).toEqual(charged);
  expect(await setUpOf(buyer, { ...part, model: theirs })).toEqual(charged);
});
