import { expect, test } from 'vitest';
import { within } from '@testing-library/react';
import { buildChargeRule, timeRates } from '#domain/charges/charges.test-data.ts';
import { ruleInYuan } from '#contract/catalogue/charge-rules.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { buildFields } from '../draft/fixtures.test-data.ts';
import type { PartModel } from '../draft/part-model.ts';
import { saveDraft } from '../draft/storage/draft-storage.ts';
import { partCard, renderQuote, summaryPanel } from '../render-quote.test-data.tsx';
import { modelFile, sizes, slot } from './part-stock.test-data.tsx';

const model = (setups: number): PartModel => {
  const features = { setups, holes: [], isTurned: false };
  const counts = { volumeMm3: 144_000, areaMm2: 10_000, boxMm: [120, 60, 20] as const, features };
  return { ...modelFile, measures: { bodies: 1, volumeMm3: 144_000, sizeMm: [120, 60, 20], counts } };
};

test('the price explanation shows what the part adds to the charges by measures and to the days', async () => {
  const rules = [
    buildChargeRule({ id: 1, label: '机时费', basis: 'minute', amountFen: 200 }),
    buildChargeRule({ id: 2, basis: 'days', dayMinutes: 20 }),
    buildChargeRule({ id: 3, kind: 'packing', basis: 'order', amountFen: 2000 }),
  ];
  const table = { rules: rules.map(ruleInYuan), timeRates: { '': timeRates } };
  saveDraft(slot, [
    buildFields({ ...sizes, name: '甲', modelFile: model(2) }),
    buildFields({ ...sizes, name: '乙', modelFile: model(3) }),
    buildFields({ ...sizes, name: '丙' }),
  ]);
  const { user } = await renderQuote({ server: { 'GET /charge-rule/table': () => ok(table) } });
  // 13 and 14 minutes, of which ten are for the surface and one is for two tools.
  expect(await within(summaryPanel()).findByText(/^机时 27 分钟 × ¥2.00/)).toBeDefined();
  const sharesOf = async (name: string) => {
    const card = within(partCard(name));
    await user.click(card.getByRole('button', { name: '价格说明' }));
    const rows = within(await card.findByRole('table')).getAllByRole('row');
    const texts = rows.map((row) => [...row.children].map(({ textContent }) => textContent));
    return texts.slice(texts.findIndex(([head = '']) => head.startsWith('这个零件的附加费')) + 1);
  };
  const source = '三维模型的读数，待核对，估算 ±25%';
  expect(await sharesOf('甲')).toEqual([
    [`机时费机时 13 分钟 × ¥2.00/分钟（${source}：装夹 2、精加工 10、换刀 1 分钟）`, '¥26.00', ''],
    [`机时交期机时 13 分钟（${source}）；全部零件 27 分钟，每满 20 分钟加 1 个工作日，共加 1 个`, '', ''],
  ]);
  const added = () => within(partCard('甲')).getByText('按模型的附加费').nextElementSibling?.textContent;
  expect(added()).toBe('+¥26.00');
  expect(within(partCard('丙')).queryByText('按模型的附加费')).toBeNull();
  await user.clear(within(partCard('甲')).getByLabelText('数量'));
  await user.type(within(partCard('甲')).getByLabelText('数量'), '10');
  expect(added()).toBe('+¥224.00');
  expect(await sharesOf('丙')).toEqual([
    ['机时费没有能测出机时的模型，不收', '¥0.00', ''],
    ['机时交期没有能测出机时的模型，不计', '', ''],
  ]);
});
