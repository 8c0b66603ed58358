import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { noAnswer, ok, refusal } from '#providers/fake-server.test-data.ts';
import { address, mover, pageOf, orderNamed, open, row } from './order-history-page.test-data.tsx';

const linksOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

describe('the history', () => {
  test('shows the first page: parts, prices, status, dates and actions', async () => {
    const { asked } = open(
      pageOf([
        orderNamed(4, { status: 'quoted', price: '1204.55', summary: '支架×50', revision: 2 }),
        orderNamed(3, { status: 'quoted', isExpired: true }),
        orderNamed(2, { status: 'producing', userId: 8, nickName: '王工' }),
        orderNamed(1, { status: 'cancelled' }),
      ]),
    );
    const quoted = await row(4);
    for (const text of ['支架×50', '1 种 10 件 · 2026-11-20 10:00', '¥1,204.55', '有效期至', '2026-12-05'])
      expect(within(quoted).getByText(text)).toBeDefined();
    for (const text of ['已报价', '第 2 版']) expect(within(quoted).getByText(text)).toBeDefined();
    expect(linksOf(quoted)).toEqual([
      ['Q20261120-0004', '/order/details/4'],
      ['详情', '/order/details/4'],
      ['报价单', '/order/quotation/4'],
      ['修改', '/mfr/4'],
      ['复制', '/order/copy/4'],
    ]);
    expect(within(quoted).getByRole('button', { name: '分享' })).toBeDefined();
    // An expired quotation must be repriced first, and an order is already placed.
    expect(screen.getAllByRole('button', { name: '提交订单' })).toEqual([
      within(quoted).getByRole('button', { name: '提交订单' }),
    ]);
    const expired = within(await row(3));
    expect(expired.getByText('已过期')).toBeDefined();
    expect(expired.getByRole('link', { name: '重新报价' }).getAttribute('href')).toBe('/mfr/3');
    const producing = within(await row(2));
    for (const text of ['生产中', '承诺发货日', '2026-12-03', /王工/])
      expect(producing.getByText(text)).toBeDefined();
    expect(producing.getByRole('link', { name: '返单' }).getAttribute('href')).toBe('/order/copy/2');
    expect(producing.queryByRole('link', { name: '修改' })).toBeNull();
    const cancelled = within(await row(1));
    expect(cancelled.queryByText('承诺发货日')).toBeNull();
    const cancellable = screen.getAllByRole('button', { name: /^取消/ }).map((button) => button.textContent);
    expect(cancellable).toEqual(['取消报价', '取消报价']);
    expect(asked()).toEqual([{ pageIndex: '1', pageSize: '20' }]);
    expect(screen.getByText('共 4 条')).toBeDefined();
    await waitFor(() => expect(document.title).toBe('历史报价 · 智造报价'));
  });

  test('orders the shown version of a quotation from its row, after a confirmation', async () => {
    const { user, sent, at } = open(pageOf([orderNamed(4, { status: 'quoted', version: 6 })]), {
      'POST /order/4/move': ok({}, '操作成功'),
      'GET /order/4': ok(orderNamed(4)),
    });
    await user.click(within(await row(4)).getByRole('button', { name: '提交订单' }));
    await user.click(screen.getByRole('button', { name: '确认提交' }));
    await screen.findByRole('heading', { name: '订单已提交' });
    expect(at()).toBe('/order/success?id=4');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ to: 'placed', version: 6 });
  });

  test('offers cancelling only to permitted users', async () => {
    open(pageOf([orderNamed(1)]), { 'GET /getinfo': ok({ ...mover, buttons: ['mfr:order:list'] }) });
    await row(1);
    expect(screen.queryByRole('button', { name: /^取消/ })).toBeNull();
  });
});

describe('filtering', () => {
  test('sends the filters and writes them to the URL', async () => {
    const { user, at, asked } = open(pageOf([orderNamed(1)], 55), { at: `${address}?page=3` });
    await row(1);
    await user.type(screen.getByLabelText('编号'), ' q2026 ');
    await user.type(screen.getByLabelText('材料'), 'AL6061');
    await user.selectOptions(screen.getByLabelText('状态'), '待确认');
    await user.type(screen.getByLabelText('开始日期'), '2026-11-01');
    await user.type(screen.getByLabelText('结束日期'), '2026-11-30');
    await user.click(screen.getByRole('button', { name: '查询' }));
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]).toEqual({
      pageIndex: '1',
      pageSize: '20',
      orderNo: 'q2026',
      materialName: 'AL6061',
      status: 'placed',
      beginTime: '2026-11-01T00:00:00.000+08:00',
      endTime: '2026-11-30T23:59:59.999+08:00',
    });
    expect(at()).toBe(
      `${address}?orderNo=q2026&materialName=AL6061&status=placed&begin=2026-11-01&end=2026-11-30`,
    );
    await user.click(screen.getByRole('button', { name: '重置' }));
    expect(at()).toBe(address);
    for (const label of ['编号', '材料', '状态', '开始日期', '结束日期'])
      expect(screen.getByLabelText(label)).toHaveProperty('value', '');
  });
});

describe('an empty history', () => {
  test('links to the quotation page', async () => {
    open(pageOf([]));
    await screen.findByText(/还没有报价/);
    expect(screen.getByRole('link', { name: '去报价' }).getAttribute('href')).toBe('/');
  });

  test('shows the reason when it cannot be loaded, and retries on request', async () => {
    const { user, known } = open(refusal(503, '服务暂时不可用，请稍后再试', 'server.unavailable'));
    expect((await screen.findByRole('alert')).textContent).toBe('服务暂时不可用，请稍后再试（请求编号 r1）');
    known['GET /order'] = noAnswer('ETIMEDOUT');
    await user.click(screen.getByRole('button', { name: '重试' }));
    await screen.findByText('请求超时，请稍后重试');
    known['GET /order'] = pageOf([orderNamed(1)]);
    await user.click(screen.getByRole('button', { name: '重试' }));
    await row(1);
  });
});

describe('cancelling from the history', () => {
  test('requires confirmation and shows the new status', async () => {
    const { user, sent, known } = open(pageOf([orderNamed(2, { version: 5 }), orderNamed(1)]));
    known['POST /order/2/move'] = () => {
      known['GET /order'] = pageOf([orderNamed(2, { status: 'cancelled', version: 6 }), orderNamed(1)]);
      return ok({}, '操作成功');
    };
    await user.click(within(await row(2)).getByRole('button', { name: '取消订单' }));
    const dialog = within(screen.getByRole('dialog', { name: '取消订单 Q20261120-0002' }));
    await user.type(dialog.getByLabelText('取消原因'), '数量有误');
    await user.click(dialog.getByRole('button', { name: '确认取消' }));
    expect(await within(await row(2)).findByText('已取消')).toBeDefined();
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      to: 'cancelled',
      reason: '数量有误',
      version: 5,
    });
    expect(within(await row(2)).queryByRole('button', { name: /^取消/ })).toBeNull();
    expect(within(await row(1)).getByText('待确认')).toBeDefined();
  });

  test('requires a reason where the shop cancels a confirmed order', async () => {
    const shop = { ...mover, buttons: [...mover.buttons, 'mfr:order:handle'] };
    const { user, sent } = open(pageOf([orderNamed(1, { status: 'confirmed' })]), {
      'GET /getinfo': ok(shop),
    });
    await user.click(within(await row(1)).getByRole('button', { name: '取消订单' }));
    await user.click(screen.getByRole('button', { name: '确认取消' }));
    expect(screen.getByText('请填写原因')).toBeDefined();
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

test('orders with unread messages or unanswered questions are marked, and can be filtered', async () => {
  const { asked, user, at } = open(
    pageOf([orderNamed(2, { unread: 3, waitingSince: '2026-11-25T10:00:00+08:00' }), orderNamed(1)]),
  );
  const marked = within(await row(2));
  expect(marked.getByText('3 条未读')).toBeDefined();
  expect(marked.getByText('待您答复')).toBeDefined();
  expect(within(await row(1)).queryByText(/未读|待您答复/)).toBeNull();
  await user.click(screen.getByRole('button', { name: '更多条件' }));
  await user.selectOptions(screen.getByRole('combobox', { name: '沟通' }), '待您答复');
  await user.click(screen.getByRole('button', { name: '查询' }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ talk: 'waiting' }));
  expect(at()).toBe(`${address}?talk=waiting`);
});
