import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { request, offer, show, dialog, noDocuments } from './request-pages.test-data.tsx';

describe('a request', () => {
  test('shows unpriced parts and what the customer wished for, but no documents', async () => {
    show(request());
    const waiting = within(await screen.findByRole('article', { name: '2 法兰' }));
    expect(waiting.getByRole('heading').nextSibling?.textContent).toBe('待报价');
    expect(screen.queryByText('¥0.00')).toBeNull();
    expect(screen.getByRole('note').textContent).toMatch(/1 个零件待报价，未计入参考价/);
    expect(screen.getAllByText('¥900.00').length).toBeGreaterThan(0);
    expect(screen.getAllByText('2027-03-01').length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: '修改询价' }).getAttribute('href')).toBe('/mfr/3');
    const steps = within(screen.getByRole('region', { name: '进度' })).getAllByRole('listitem');
    expect(steps.slice(0, 2).map(({ textContent }) => textContent?.slice(0, 3))).toEqual([
      '待报价',
      '已报价',
    ]);
    noDocuments();
  });

  test('is listed with the wished date and without documents', async () => {
    show(request({ price: '0.00' }), '/user/order');
    const row = within(await screen.findByRole('article', { name: 'Q20261120-0001' }));
    expect(row.getAllByText('待报价')).toHaveLength(2);
    expect(row.getByText('2027-03-01')).toBeDefined();
    noDocuments();
  });
});

describe('an offer', () => {
  test('shows the shop’s note at the top', async () => {
    const [asking, sent] = offer().history;
    const history = [asking!, { ...sent!, reason: '人工报价，第 2 版：含税，\n不含运费' }];
    show(offer({ history }));
    const note = await screen.findByText('商家说明：');
    expect(note.parentElement?.textContent).toBe('商家说明：含税，\n不含运费');
    expect(note.closest('header')).toBe(
      screen.getByRole('button', { name: '接受报价并下单' }).closest('header'),
    );
  });

  test('shows manual prices beside the automatic ones, and declined parts', async () => {
    const { user } = show(offer());
    const first = within(await screen.findByRole('article', { name: '1 支架' }));
    expect(first.getByText(/^自动报价 ¥713\.57 →/).textContent).toBe(
      '自动报价 ¥713.57 → 人工报价 ¥888.50：需五轴加工',
    );
    expect(first.getByText(/交期 7 个工作日/)).toBeDefined();
    const second = within(screen.getByRole('article', { name: '2 法兰' }));
    expect(second.getByText('不报价，未计入合计：无此设备')).toBeDefined();
    expect(second.queryByText(/折合单价/)).toBeNull();
    const third = within(screen.getByRole('article', { name: '3 底板' }));
    expect(third.queryByText(/自动报价/)).toBeNull();
    await user.click(first.getByText('价格说明', { selector: 'summary' }));
    const rows = first.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows.at(-2)).toMatch(/^自动报价.*¥713\.57/);
    expect(rows.at(-1)).toBe('人工报价需五轴加工¥888.507');
  });

  test('has documents, but none for the request it answers', async () => {
    show(offer());
    const versions = within(await screen.findByRole('region', { name: '版本' }));
    expect(versions.getByRole('link', { name: '第 2 版报价单' })).toBeDefined();
    expect(versions.queryByRole('link', { name: '第 1 版报价单' })).toBeNull();
    expect(screen.getByRole('button', { name: '分享' })).toBeDefined();
    expect(screen.queryByRole('button', { name: '按最新价格重新报价' })).toBeNull();
  });

  test('is accepted', async () => {
    const { user, moves, at } = show(offer({ contactName: '张工', contactPhone: '13800138000' }));
    await user.click(await screen.findByRole('button', { name: '接受报价并下单' }));
    await user.click(dialog().getByRole('button', { name: '确认提交' }));
    await waitFor(() => expect(at()).toBe('/order/success?id=3'));
    expect(moves()).toEqual([{ to: 'placed', version: 2 }]);
  });

  test('is accepted with the chosen alternatives, whose total the page shows', async () => {
    const order = offer({
      contactName: '张工',
      contactPhone: '13800138000',
      charges: [{ kind: 'discount', label: '折扣', amount: -177.7, percent: 10, reason: '', by: '王工' }],
      alternatives: [
        { no: 1, lineNo: 1, num: 20, label: '', amount: 1500, days: 8, by: '王工' },
        { no: 2, lineNo: 1, num: 10, label: '改用 6061', amount: 700, days: 5, by: '王工' },
      ],
    });
    const { user, moves } = show(order);
    const choices = within(await screen.findByRole('region', { name: '选择方案' }));
    const own = choices.getByRole<HTMLInputElement>('radio', { name: /^10 件 ¥888.50/ });
    expect(own.checked).toBe(true);
    await user.click(choices.getByRole('radio', { name: /^10 件，改用 6061/ }));
    await user.click(choices.getByRole('radio', { name: /^20 件 ¥1,500.00/ }));
    expect(own.checked).toBe(false);
    // 1500 + 888.5 − 10 %
    expect(choices.getByRole('status').textContent).toBe('按所选方案合计 ¥2,149.65');
    await user.click(screen.getByRole('button', { name: '接受报价并下单' }));
    expect(dialog().getByText('所选方案：零件 1：20 件。')).toBeDefined();
    expect(dialog().getByText(/合计 ¥2,149.65/)).toBeDefined();
    await user.click(dialog().getByRole('button', { name: '确认提交' }));
    await waitFor(() => expect(moves()).toEqual([{ to: 'placed', version: 2, chosen: [1] }]));
  });

  test('can be requested again with a reason', async () => {
    const { user, moves } = show(offer());
    await user.click(await screen.findByRole('button', { name: '再次询价' }));
    await user.click(dialog().getByRole('button', { name: '提交询价' }));
    expect(dialog().getByText('请填写询价说明')).toBeDefined();
    await user.type(dialog().getByLabelText(/^询价说明/), '能否便宜些');
    await user.click(dialog().getByRole('button', { name: '提交询价' }));
    await waitFor(() => expect(moves()).toEqual([{ to: 'requested', reason: '能否便宜些', version: 2 }]));
  });

  test('is refused with a reason', async () => {
    const { user, moves } = show(offer());
    await user.click(await screen.findByRole('button', { name: '不接受' }));
    await dialog().findByRole('option', { name: '价格超出预期' });
    await user.selectOptions(dialog().getByLabelText('原因'), '价格超出预期');
    await user.type(dialog().getByLabelText('说明'), '价格太高');
    await user.click(dialog().getByRole('button', { name: '确认不接受' }));
    const body = { to: 'cancelled', reason: '价格太高', refusal: 'price', version: 2 };
    await waitFor(() => expect(moves()).toEqual([body]));
  });
});

test('a valid offer can be accepted while another one is requested', async () => {
  const { history, moves } = offer();
  const event = { from: 'quoted', to: 'requested', reason: '能否便宜些', userName: '张工' };
  show(
    offer({
      status: 'requested',
      keepsQuotation: true,
      history: [...history, { ...event, createdAt: '2026-11-22T10:00:00+08:00' }],
      moves: moves.filter(({ to }) => to !== 'requested'),
    }),
  );
  expect((await screen.findByText(/^您的询价：能否便宜些。/)).textContent).toMatch(
    /第 2 版报价在 .* 前仍然有效/,
  );
  expect(screen.getByRole('button', { name: '接受报价并下单' })).toBeDefined();
  expect(screen.getByRole('link', { name: '报价单' })).toBeDefined();
});

test('a withdrawn offer shows the reason and what the customer can do', async () => {
  const { history } = offer();
  const event = { from: 'quoted', to: 'requested', reason: '材料涨价', userName: '王工' };
  const at = '2026-11-22T10:00:00+08:00';
  show(request({ history: [...history, { ...event, createdAt: at, isByShop: true }] }));
  expect((await screen.findByText(/商家已撤回报价/)).textContent).toMatch(/原因：材料涨价。.*修改或取消询价/);
  expect(screen.getByText('商家撤回报价')).toBeDefined();
});
