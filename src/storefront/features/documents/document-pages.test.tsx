import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ok } from '#providers/fake-server.test-data.ts';
import { openApp } from '#storefront/app/app.test-data.tsx';
import { multiply } from '#tests/support/data/clerk.ts';
import { buildDocument, buildLine } from './document.test-data.ts';
import { pages, open, rowsOf } from './document-pages.test-data.tsx';

describe.each(pages)('%s', (_name, address) => {
  test('shows unit prices that multiply to the sub-total, or notes that the sub-total counts', async () => {
    const items = [
      buildLine({ lineNo: 1, num: 1000, amount: '37448.66', unitPrice: '37.45' }),
      buildLine({ lineNo: 2, num: 10, amount: '713.57', unitPrice: '71.36' }),
      buildLine({ lineNo: 3, num: 50, amount: '3568.00', unitPrice: '71.36' }),
      buildLine({ lineNo: 4, num: 3, amount: '100.00', unitPrice: '33.33' }),
    ];
    const sheet = await open(address, buildDocument({ snapshot: { items } }));
    const [heads = [], ...lines] = rowsOf(sheet);
    const [unitAt, amountAt] = [heads.indexOf('折合单价（元）'), heads.indexOf('小计（元）')];
    const found = lines.map((cells) =>
      multiply(cells[unitAt] ?? '', cells[heads.indexOf('数量')] ?? '', cells[amountAt] ?? ''),
    );
    expect(found).toEqual(['explained by four decimals', 'exact', 'exact', 'explained by four decimals']);
    expect(within(sheet).getAllByText(/金额以小计为准/)).toHaveLength(1);
  });

  test.each([
    ['cancelled', '已作废'],
    ['expired', '已过期'],
    ['superseded', '已被取代'],
  ] as const)('that is %s shows and explains its mark', async (status, mark) => {
    const sheet = await open(address, buildDocument({ status }));
    expect(within(sheet).getByText(mark)).toBeDefined();
    expect(screen.getByRole('note').textContent).toMatch(/不再有效|有效期|撤回或更新/);
  });

  test('shows the shop’s tax number and bank account when they are set', async () => {
    const payment = {
      title: '',
      taxNumber: '91310000ABCDEFGH1X',
      bank: '工行松江支行',
      account: '6222 0200',
    };
    const issuer = { name: '示例机加工厂', address: '', phone: '', payment };
    const sheet = await open(address, buildDocument({ snapshot: { issuer, shopNote: '含税' } }));
    expect(within(sheet).getByText('商家说明：含税')).toBeDefined();
    expect(within(sheet).getByText('税号 91310000ABCDEFGH1X')).toBeDefined();
    expect(
      within(sheet).getByText('开户行 工行松江支行　账号 6222 0200', { collapseWhitespace: false }),
    ).toBeDefined();
  });
});

test('an offer is accepted by link with the chosen alternatives', async () => {
  const document = buildDocument({
    snapshot: {
      items: [
        buildLine(),
        buildLine({ lineNo: 2, name: '轴', isDeclined: true, amount: '0.00', note: '无此设备' }),
      ],
      charges: [
        { label: '包装费', amount: '50.00', note: '' },
        { label: '折扣 10%', amount: '-71.36', note: '', percent: 10 },
      ],
      total: '692.21',
      alternatives: [
        { no: 1, lineNo: 1, num: 20, label: '', amount: '1200.00', days: 8 },
        { no: 2, lineNo: 2, num: 5, label: '改用 6061', amount: '100.00', days: 3 },
      ],
    },
  });
  const { sent } = openApp('/share/token', {
    answers: {
      'GET /public/share/token': ok({
        ...document,
        expiresAt: '2026-12-01T00:00:00.000Z',
        note: '含运费',
        canReply: true,
        reply: null,
      }),
      'POST /public/share/token/answer': ok(null),
    },
  });
  const user = userEvent.setup();
  const sheet = await screen.findByRole('article', { name: '报价单 Q20261120-0001' });
  expect(screen.getByText('含运费').textContent).toBe('商家说明：含运费');
  expect(rowsOf(sheet).map(([lineNo, part]) => [lineNo, part])).toEqual([
    ['序号', '零件 / 材料 / 尺寸 / 工艺'],
    ['1', expect.stringContaining('支架')],
    ['', '可选方案可代替零件 1，未计入合计'],
    ['2', expect.stringContaining('轴')],
    ['', '可选方案　改用 6061可代替零件 2，未计入合计'],
    ['', '包装费'],
    ['', '折扣 10%'],
  ]);
  await user.click(screen.getByRole('radio', { name: /^20 件/ }));
  expect(screen.getByRole('status').textContent).toBe('按所选方案合计 ¥1,130.00');
  await user.click(screen.getByRole('radio', { name: /^5 件，改用 6061/ }));
  // (1200 + 100) × 90 % + 50
  expect(screen.getByRole('status').textContent).toBe('按所选方案合计 ¥1,220.00');
  await user.click(screen.getByRole('button', { name: '接受报价' }));
  await user.type(screen.getByLabelText(/^姓名/), '王工');
  await user.type(screen.getByLabelText(/^电话/), '１３８００１３８０００');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: '确认接受并下单' }));
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      kind: 'accepted',
      chosen: [1, 2],
    }),
  );
});
