import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { loadDraft, saveDraft } from '../draft/draft-storage.ts';
import { buildFields } from '../draft/fixtures.test-data.ts';
import type { PartModel } from '../draft/part-model.ts';
import { confirmOrder, partCard, renderQuote, stockTable } from '../render-quote.test-data.tsx';

const slot = { userId: 7, orderId: null };
const sizes = { name: '', num: '1', length: '120', width: '60', height: '20' };
const modelFile: PartModel = {
  fileId: 'f',
  fileName: '支架.step',
  fileBytes: 1,
  factor: 1,
  measures: { bodies: 1, volumeMm3: 100_000, sizeMm: [120, 60, 20] },
};

async function openStock(options: Parameters<typeof renderQuote>[0] = {}) {
  const page = await renderQuote(options);
  const card = within(partCard('零件 1'));
  await page.user.click(card.getByRole('button', { name: '价格说明' }));
  return { ...page, card, stock: async () => within(await card.findByRole('region', { name: /^下料毛坯/ })) };
}

const figure = (region: ReturnType<typeof within>, label: string) =>
  region.queryByText(label)?.nextElementSibling?.textContent;

test('the receipt of a typed part shows its stock and the weight of it, and asks the server once', async () => {
  saveDraft(slot, [buildFields(sizes)]);
  const { stock, sent } = await openStock();
  const region = await stock();
  expect(figure(region, '毛坯')).toBe('板材 厚 25 mm，下料 123×63 mm');
  expect(figure(region, '毛坯重量')).toBe('523 g');
  expect([figure(region, '零件重量'), figure(region, '材料利用率')]).toEqual([undefined, undefined]);
  expect(region.getByText(/^按填写的外形尺寸/)).toBeDefined();
  expect(sent.filter(({ url }) => url.startsWith('/stock-size'))).toHaveLength(1);
});

test('a model adds utilisation and the weight of the part, until the size is another', async () => {
  saveDraft(slot, [buildFields({ ...sizes, modelFile })]);
  const { stock, card, user } = await openStock();
  const region = await stock();
  expect(figure(region, '零件重量')).toBe('270 g');
  expect(figure(region, '材料利用率')).toBe('51.6%');
  expect(region.getByText('体积与外形取自模型')).toBeDefined();
  await user.type(card.getByLabelText('高度'), '21');
  expect(figure(await stock(), '零件重量')).toBeUndefined();
});

test('a turned part is cut from a bar', async () => {
  const turned: PartModel = {
    ...modelFile,
    measures: { bodies: 1, volumeMm3: 50_000, sizeMm: [80, 30, 30], isTurned: true },
  };
  saveDraft(slot, [buildFields({ ...sizes, length: '80', width: '30', height: '30', modelFile: turned })]);
  const { stock } = await openStock();
  expect(figure(await stock(), '毛坯')).toBe('圆棒 Ø35 mm，下料长 82 mm');
});

test('another size is chosen by hand, kept in the draft, sent with the order, and leaves the price as it is', async () => {
  saveDraft(slot, [buildFields(sizes)]);
  const { stock, card, user, sent } = await openStock({ server: { 'POST /order': () => ok(9) } });
  const price = card.getByText('小计', { selector: 'dt' }).nextElementSibling?.textContent;
  const region = await stock();
  expect(region.getByText('自动选择')).toBeDefined();
  await user.selectOptions(region.getByLabelText('改用其他毛坯'), '板材 厚 40 mm，下料 123×63 mm');
  expect(region.getByText('手工')).toBeDefined();
  expect(figure(region, '毛坯重量')).toBe('837 g');
  expect(card.getByText('小计', { selector: 'dt' }).nextElementSibling?.textContent).toBe(price);
  await waitFor(() => expect(loadDraft(slot)?.[0]?.stockSizeId).toBe(40));
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  await confirmOrder(user);
  await waitFor(() =>
    expect(sent.find(({ method, url }) => method === 'POST' && url === '/order')?.body).toMatchObject({
      items: [{ stockSizeId: 40 }],
    }),
  );
});

test('a choice that no longer holds the part gives way, and says so', async () => {
  saveDraft(slot, [buildFields({ ...sizes, stockSizeId: 25 })]);
  const { stock, card, user } = await openStock();
  expect((await stock()).getByText('手工')).toBeDefined();
  await user.type(card.getByLabelText('高度'), '30');
  const region = await stock();
  expect(region.getByText('自动选择')).toBeDefined();
  expect(region.getByRole('status').textContent).toContain('已改为自动选择');
  expect(figure(region, '毛坯')).toBe('板材 厚 40 mm，下料 123×63 mm');
  await user.selectOptions(region.getByLabelText('改用其他毛坯'), '');
  await waitFor(() => expect(loadDraft(slot)?.[0]?.stockSizeId).toBeUndefined());
});

test('a part beyond every size says so, as does a material without any', async () => {
  saveDraft(slot, [buildFields({ ...sizes, height: '60' })]);
  const { stock, card, user } = await openStock();
  expect((await stock()).getByText('加上加工余量后没有放得下的标准毛坯，用料由我们确认')).toBeDefined();
  expect((await stock()).queryByLabelText('改用其他毛坯')).toBeNull();
  await user.click(card.getByRole('tab', { name: '不锈钢' }));
  await user.click(card.getByRole('radio', { name: /SUS304/ }));
  expect((await stock()).getByText('没有该材料的标准毛坯，用料由我们确认')).toBeDefined();
});

test('without the table the price is still explained, and it can be read again', async () => {
  saveDraft(slot, [buildFields(sizes)]);
  let isDown = true;
  const { card, stock, user } = await openStock({
    server: { 'GET /stock-size/table': () => (isDown ? refusal(503, '系统繁忙') : ok(stockTable)) },
  });
  expect((await card.findByRole('alert')).textContent).toContain('毛坯规格没有读到，不影响报价');
  expect(card.getByRole('table')).toBeDefined();
  isDown = false;
  await user.click(card.getByRole('button', { name: '重新读取' }));
  expect(figure(await stock(), '毛坯重量')).toBe('523 g');
});
