import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderModel } from '#contract/files/models.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { buildModel } from '#tests/support/data/wire-order.ts';
import { administrator } from '../../../app/open-admin.test-data.tsx';
import { different, open, panel } from './part-model.test-data.tsx';

test('a mismatched model is expanded initially, with all figures, and blocking findings first', async () => {
  open([buildModel(), different]);
  const model = await panel(2);
  expect(model.getByText('模型不一致')).toBeTruthy();
  const rows = within(model.getByRole('table', { name: '尺寸与体积' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    '来源外形（mm）体积表面积',
    '客户提交120 × 60 × 18.75135,000 mm³（-6.3%）—',
    '服务器测量120 × 60 × 20144,000 mm³21,600 mm²',
    '报价尺寸120 × 60 × 20——',
  ]);
  const findings = within(model.getByRole('list', { name: '加工提示' })).getAllByRole('listitem');
  expect(findings.map((one) => one.textContent)).toEqual([
    '曲面没有封闭，量不出体积，确认订单前请核对',
    '薄壁 0.5 mm（建议不小于 0.76 mm）壁厚加到 0.76 mm 以上',
  ]);
  expect(screen.queryByLabelText('零件 1 的三维模型')).toBeNull();
  expect(screen.getByText('模型一致')).toBeTruthy();
  const confirm = screen.getByText('确认订单').closest('button');
  expect(confirm?.disabled).toBe(true);
  expect(confirm?.getAttribute('aria-description')).toBe('请先核对标出的三维模型');
});

const states: [Partial<OrderModel>, string, string][] = [
  [{ check: 'waiting', status: 'waiting', measured: null }, '模型测量中', '服务器正在测量，量完后自动更新'],
  [{ check: 'smaller' }, '模型不一致', '报价所用的尺寸装不下这个模型'],
  [{ check: 'rescaled', scale: '1/25.4' }, '模型单位待核对', '客户按 ÷25.4 读取，文件注明单位为毫米'],
  [
    { check: 'smaller', scale: '25.4', unit: 'in' },
    '模型不一致',
    '报价所用的尺寸装不下这个模型；客户按 ×25.4 读取，文件注明单位为英寸',
  ],
  [
    { check: 'unmeasured', status: 'unmeasured', failure: 'out-of-time', measured: null },
    '模型需人工核对',
    '服务器没有量出这个零件：模型太复杂，没有在限时内量完',
  ],
];

test('the states of models are shown as text', async () => {
  open(states.map(([change], index) => buildModel({ lineNo: index + 1, ...change })));
  for (const [index, [, label, text]] of states.entries()) {
    const lineNo = index + 1;
    const head = await screen.findByText(new RegExp(`^${lineNo}\\. `));
    if (!screen.queryByLabelText(`零件 ${lineNo} 的三维模型`)) fireEvent.click(head);
    const model = await panel(lineNo);
    expect(model.getByText(label)).toBeTruthy();
    expect(model.getByText(text)).toBeTruthy();
  }
});

test('blocking findings are confirmed with a checkbox, each for the measurement that was seen', async () => {
  const page = open([{ ...different, check: 'equal', measurings: 3 }], {
    answers: { 'POST /order/:id/move': ok(null) },
  });
  await screen.findByText('1 个零件有须人工确认的提示，确认订单时请先看过');
  fireEvent.click(screen.getByText('确认订单'));
  const blocking = within(await screen.findByLabelText('须人工确认的提示'));
  expect(blocking.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    '零件 2：曲面没有封闭，量不出体积',
  ]);
  const confirm = screen.getAllByText('确认订单').at(-1)!;
  expect(confirm.closest('button')?.disabled).toBe(true);
  fireEvent.click(screen.getByLabelText(/^我已看过以上提示/));
  fireEvent.click(confirm);
  await waitFor(() => expect(page.sentTo('POST /order/3/move')).toHaveLength(1));
  expect(page.sentTo('POST /order/3/move')[0]?.body).toMatchObject({
    seenHolds: [{ lineNo: 2, measurings: 3 }],
  });
});

test('a model is acknowledged with a reason, for the measurement that was seen', async () => {
  const page = open([{ ...different, measurings: 3 }], {
    answers: { 'POST /order/:id/model': ok([]) },
  });
  fireEvent.click((await panel(2)).getByText('核对…'));
  await screen.findByText('核对模型：零件 2');
  fireEvent.click(screen.getByText('确认已核对'));
  expect(await screen.findByText('请填写核对说明')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('核对说明'), { target: { value: '已按图纸核对' } });
  fireEvent.click(screen.getByText('确认已核对'));
  await waitFor(() => expect(page.sentTo('POST /order/3/model')).toHaveLength(1));
  expect(page.sentTo('POST /order/3/model')[0]?.body).toEqual({
    lineNo: 2,
    measurings: 3,
    reason: '已按图纸核对',
    version: 1,
  });
});

test('actions are hidden without permission, for a deleted file and after the check', async () => {
  open(
    [
      { ...different, isDeleted: true },
      {
        ...different,
        lineNo: 3,
        acknowledged: { userName: '王工', at: '2026-11-20T10:00:00Z', reason: '图纸为准' },
      },
    ],
    {
      user: {
        ...administrator,
        roles: ['sales'],
        permissions: ['mfr:order:query', 'mfr:order:list'],
        buttons: ['mfr:order:query', 'mfr:order:list'],
      },
    },
  );
  const model = await panel(2);
  expect(model.queryAllByRole('button')).toEqual([]);
  expect(model.getByText('模型已按保留期限删除，测量结果保留')).toBeTruthy();
  expect(screen.getByText('已核对')).toBeTruthy();
  fireEvent.click(screen.getByText(/^3\. /));
  const seen = await panel(3);
  expect(seen.getByText(/^王工 于 .* 核对：图纸为准$/)).toBeTruthy();
  expect(seen.getByLabelText('下载 支架.step')).toBeTruthy();
});
