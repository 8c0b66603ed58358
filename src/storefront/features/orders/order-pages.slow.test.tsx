import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { openApp } from '#storefront/app/app.test-data.tsx';
import { buildOrder } from './order.test-data.ts';

const page = '/order/details/3';
const shows = (order: ReturnType<typeof buildOrder>) => ({
  token: 't',
  answers: { 'GET /order/3/withExt': ok(order) },
});
const missing = refusal(404, '记录不存在或无权查看', 'record.not_found');

describe('order details', () => {
  test('show past and upcoming steps with the dictionary’s labels', async () => {
    const history = [
      { from: null, to: 'quoted', reason: '', userName: '张工', createdAt: '2026-11-20T10:00:00+08:00' },
      { from: 'quoted', to: 'placed', reason: '急用', userName: '张工', createdAt: '2026-11-21T16:05:00Z' },
    ];
    const { answers, token } = shows(buildOrder({ history }));
    const words = ok([{ label: '等待确认', value: 'placed', listClass: 'warning' }]);
    openApp(page, { token, answers: { ...answers, 'GET /dict-data/option-select': words } });
    const line = await screen.findByRole('region', { name: '进度' });
    await within(line).findByText('等待确认');
    const steps = within(line).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      '已报价2026-11-20 10:00 张工',
      '等待确认2026-11-22 00:05 张工急用',
      '已确认',
      '生产中',
      '质检中',
      '已发货',
      '已完成',
    ]);
    expect(steps[1]?.getAttribute('aria-current')).toBe('step');
  });

  test('of a shipped order show carrier and tracking number', async () => {
    openApp(page, shows(buildOrder({ status: 'shipped', carrier: '顺丰速运', trackingNo: 'SF100200' })));
    const number = await screen.findByRole<HTMLInputElement>('textbox', { name: '运单号' });
    expect(number.value).toBe('SF100200');
    expect(screen.getByText('顺丰速运')).toBeDefined();
    expect(screen.getByRole('button', { name: '复制运单号' })).toBeDefined();
  });

  test('show what the model of each part adds to the charges', async () => {
    const minutes = '机时 30 分钟 × ¥1.20/分钟（按三维模型测量）';
    const charge = { kind: 'other' as const, label: '机时费', by: '', ruleId: 8 };
    const charges = [
      { ...charge, amount: 36, reason: minutes, shares: [{ lineNo: 1, amount: 36, reason: minutes }] },
      {
        ...charge,
        amount: 9,
        reason: '另一个零件',
        shares: [{ lineNo: 2, amount: 9, reason: '另一个零件' }],
      },
    ];
    openApp(page, shows(buildOrder({ charges })));
    const item = within(await screen.findByRole('article', { name: '1 支架' }));
    await userEvent.click(item.getByText('价格说明', { selector: 'summary' }));
    expect(item.getByRole('row', { name: /^机时费/ }).textContent).toBe(`机时费${minutes}¥36.00`);
    expect(item.getByText(/按模型的附加费 ¥36.00$/)).toBeDefined();
    expect(item.queryByRole('row', { name: /另一个零件/ })).toBeNull();
  });

  test.each(['/order/details/3', '/order/success?id=3'])(
    '%s of a missing order shows the 404 page',
    async (address) => {
      const { at } = openApp(address, {
        token: 't',
        answers: { 'GET /order/3/withExt': missing, 'GET /order/3': missing },
      });
      await screen.findByRole('heading', { name: '页面不存在' });
      expect(at()).toBe('/404');
      expect(screen.queryByText(missing.msg)).toBeNull();
    },
  );

  test.each([
    '/order/details/0',
    '/order/details/-3',
    '/order/details/abc',
    '/order/success',
    '/order/success?id=0',
  ])('%s shows the 404 page without a request', async (address) => {
    const { at, sent } = openApp(address, { token: 't' });
    await screen.findByRole('heading', { name: '页面不存在' });
    expect(at()).toBe('/404');
    expect(sent.filter(({ url }) => url.startsWith('/order'))).toEqual([]);
  });
});

describe('cancelling', () => {
  test('too late shows a message and the current order', async () => {
    const user = userEvent.setup();
    const { known } = openApp(page, shows(buildOrder()));
    known['POST /order/3/move'] = () => {
      known['GET /order/3/withExt'] = ok(buildOrder({ status: 'producing', moves: [] }));
      return refusal(409, '数据已被他人修改', 'record.changed');
    };
    await user.click(await screen.findByRole('button', { name: '取消订单' }));
    await user.click(screen.getByRole('button', { name: '确认取消' }));
    await screen.findByText('数据已被他人修改');
    await waitFor(() => expect(screen.queryByRole('button', { name: '取消订单' })).toBeNull());
  });
});

describe('the page after ordering', () => {
  test('shows how long a stored quotation is valid', async () => {
    openApp('/order/success?id=3', {
      token: 't',
      answers: { 'GET /order/3': ok(buildOrder({ status: 'quoted' })) },
    });
    await screen.findByRole('heading', { name: '报价已保存' });
    expect(screen.getByText('2026-12-05')).toBeDefined();
  });
});
