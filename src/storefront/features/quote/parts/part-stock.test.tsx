import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { loadDraft, saveDraft } from '../draft/storage/draft-storage.ts';
import { buildFields } from '../draft/fixtures.test-data.ts';
import { confirmOrder } from '../render-quote.test-data.tsx';
import { slot, sizes, modelFile, openStock, figure } from './part-stock.test-data.tsx';

test('the receipt of a typed part shows its stock and the stock’s weight, with one request', async () => {
  saveDraft(slot, [buildFields(sizes)]);
  const { stock, sent } = await openStock();
  const region = await stock();
  expect(figure(region, '毛坯')).toBe('板材 厚 25 mm，下料 123×63 mm');
  expect(figure(region, '毛坯重量')).toBe('523 g');
  expect([figure(region, '零件重量'), figure(region, '材料利用率')]).toEqual([undefined, undefined]);
  expect(region.getByText(/^按填写的外形尺寸/)).toBeDefined();
  expect(sent.filter(({ url }) => url.startsWith('/stock-size'))).toHaveLength(1);
});

test('a part marked as round is ordered with equal length and width, and cut from a bar', async () => {
  saveDraft(slot, [buildFields(sizes)]);
  const { stock, card, user, sent } = await openStock({ server: { 'POST /order': () => ok(9) } });
  await user.click(card.getByRole('button', { name: '圆料' }));
  expect(card.queryByLabelText('宽度')).toBeNull();
  await user.type(card.getByLabelText('直径'), '30');
  await user.type(card.getByLabelText('长度'), '80');
  expect(figure(await stock(), '毛坯')).toBe('圆棒 Ø35 mm，下料长 82 mm');
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  await confirmOrder(user);
  await waitFor(() =>
    expect(sent.find(({ method, url }) => method === 'POST' && url === '/order')?.body).toMatchObject({
      items: [{ length: 30, width: 30, height: 80, remark: '圆料 Ø30×80 mm' }],
    }),
  );
});

test('a size can be typed as in lists: round, in inches, or a side with its unit', async () => {
  const { card, user } = await openStock();
  const value = (label: string) => card.getByLabelText<HTMLInputElement>(label).value;
  await user.clear(card.getByLabelText('长度'));
  await user.type(card.getByLabelText('长度'), '4"×2"×1"{Tab}');
  await waitFor(() =>
    expect([value('长度'), value('宽度'), value('高度')]).toEqual(['101.6', '50.8', '25.4']),
  );
  await user.clear(card.getByLabelText('高度'));
  await user.type(card.getByLabelText('高度'), '2in{Tab}');
  await waitFor(() => expect(value('高度')).toBe('50.8'));
  await user.clear(card.getByLabelText('长度'));
  await user.click(card.getByLabelText('长度'));
  await user.paste('D30×L80');
  await waitFor(() => expect([value('直径'), value('长度')]).toEqual(['30', '80']));
});

test('a model adds utilisation and the weight of the part, until the size changes', async () => {
  saveDraft(slot, [buildFields({ ...sizes, modelFile })]);
  const { stock, card, user } = await openStock();
  const region = await stock();
  expect(figure(region, '零件重量')).toBe('270 g');
  expect(figure(region, '材料利用率')).toBe('51.6%');
  expect(region.getByText('体积与外形取自模型')).toBeDefined();
  await user.type(card.getByLabelText('高度'), '21');
  expect(figure(await stock(), '零件重量')).toBeUndefined();
});

test('another stock is chosen by hand, stored in the draft and sent with the order, and does not change the price', async () => {
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
