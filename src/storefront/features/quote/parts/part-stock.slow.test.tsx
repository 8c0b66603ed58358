import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { loadDraft, saveDraft } from '../draft/storage/draft-storage.ts';
import { buildFields } from '../draft/fixtures.test-data.ts';
import type { PartModel } from '../draft/part-model.ts';
import { stockTable } from '../render-quote.test-data.tsx';
import { slot, sizes, modelFile, openStock, figure } from './part-stock.test-data.tsx';

test('a turned part is cut from a bar', async () => {
  const turned: PartModel = {
    ...modelFile,
    measures: { bodies: 1, volumeMm3: 50_000, sizeMm: [80, 30, 30], isTurned: true },
  };
  saveDraft(slot, [buildFields({ ...sizes, length: '80', width: '30', height: '30', modelFile: turned })]);
  const { stock } = await openStock();
  expect(figure(await stock(), '毛坯')).toBe('圆棒 Ø35 mm，下料长 82 mm');
});

test('a chosen stock that no longer fits the part is replaced, with a notice', async () => {
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

test('a part beyond every stock size and a material without any show a notice', async () => {
  saveDraft(slot, [buildFields({ ...sizes, height: '60' })]);
  const { stock, card, user } = await openStock();
  expect((await stock()).getByText('加上加工余量后没有放得下的标准毛坯，用料由我们确认')).toBeDefined();
  expect((await stock()).queryByLabelText('改用其他毛坯')).toBeNull();
  await user.click(card.getByRole('tab', { name: '不锈钢' }));
  await user.click(card.getByRole('radio', { name: /SUS304/ }));
  expect((await stock()).getByText('没有该材料的标准毛坯，用料由我们确认')).toBeDefined();
});

test('without the stock table the price is still explained, and the table can be loaded again', async () => {
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
