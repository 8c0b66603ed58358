import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ok, refusal, type Answer } from '#providers/fake-server.test-data.ts';
import { confirmOrder, partCard, renderQuote } from '../render-quote.test-data.tsx';
import { dialog, orderPosts, inTurn, openConfirmation, priceRefusal } from './checkout.test-data.tsx';

describe('a missing value', () => {
  test('opens the collapsed part that contains it', async () => {
    const { user } = await renderQuote();
    await user.click(screen.getByRole('button', { name: '添加零件' }));
    await user.click(screen.getByRole('button', { name: '收起 零件 2' }));
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    const card = within(partCard('零件 2'));
    expect(card.getByText('请输入长度')).toBeDefined();
    expect(document.activeElement).toBe(card.getByLabelText('长度'));
  });

  test('can be the material', async () => {
    const none = { origin: 'none', material: null, num: 1, length: 0, width: 0, height: 0, cncPrice: {} };
    const { user } = await renderQuote({
      start: 'blank',
      server: { 'GET /material_process/default_config': () => ok(none) },
    });
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    expect(screen.getByText('请选择 材料!')).toBeDefined();
    expect(document.activeElement?.getAttribute('type')).toBe('radio');
  });
});

test('a confirmation whose first field is out of sight opens at its top', async () => {
  const rect = (bottom: number) => ({ bottom }) as DOMRect;
  const spy = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    return rect(this instanceof HTMLInputElement ? 900 : 500);
  });
  const { user } = await openConfirmation({});
  spy.mockRestore();
  expect(document.activeElement).toBe(dialog().getByRole('heading', { name: '确认提交订单' }));
  await user.tab();
  expect(document.activeElement).toBe(dialog().getByRole('button', { name: '关闭' }));
});

test('the browser warns before leaving only while an order is being sent', async () => {
  const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
  let isAskedMeanwhile = false;
  const place = () => {
    isAskedMeanwhile = isAsked();
    return ok(46);
  };
  const { user } = await openConfirmation({ server: { 'POST /order': place } });
  expect(isAsked()).toBe(false);
  await confirmOrder(user);
  await screen.findByText('另一页');
  expect(isAskedMeanwhile).toBe(true);
  expect(isAsked()).toBe(false);
});

describe('a price that changed', () => {
  test('can be declined, and the catalogue behind the dialog is refreshed', async () => {
    const { user, sent } = await openConfirmation({ server: inTurn(priceRefusal) });
    const reads = sent.filter(({ url }) => url.startsWith('/material?')).length;
    await confirmOrder(user);
    await user.click(await dialog().findByRole('button', { name: '返回修改' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() =>
      expect(sent.filter(({ url }) => url.startsWith('/material?'))).toHaveLength(reads + 1),
    );
    expect(orderPosts(sent)).toHaveLength(1);
  });
});

test('a refused contact stays in the confirmation', async () => {
  const { user } = await openConfirmation({
    server: inTurn(
      refusal(400, '提交的内容有误，请检查标出的字段', 'request.invalid', {
        errors: { contactPhone: '联系电话含有不支持的字符' },
      }),
    ),
  });
  await confirmOrder(user);
  expect(await dialog().findByText('联系电话含有不支持的字符')).toBeDefined();
});

test('a system error is shown once, and leaves the outcome unknown', async () => {
  const { user } = await openConfirmation({ server: inTurn(refusal(500, '系统错误', 'server.error')) });
  await confirmOrder(user);
  expect(await dialog().findByRole('button', { name: '重试' })).toBeDefined();
  expect(screen.getByText('系统错误')).toBeDefined();
});

describe('the contact', () => {
  const profile = (user: object) => ({ 'GET /user/profile': () => ok({ user, roles: [], posts: [] }) });
  const own = { nickName: '张工', phone: '021-1234', address: '上海' };

  test('is not overwritten while the customer types or sends', async () => {
    let answerLate: (answer: Answer) => void = () => undefined;
    const late = new Promise<Answer>((resolve) => (answerLate = resolve));
    const { user, sent } = await renderQuote({
      server: { ...inTurn(ok(42)), 'GET /user/profile': () => late },
    });
    await waitFor(() => expect(sent.some(({ url }) => url === '/user/profile')).toBe(true));
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    answerLate(profile(own)['GET /user/profile']());
    await user.type(dialog().getByLabelText('联系人'), '李');
    expect(dialog().getByLabelText('联系人')).toHaveProperty('value', '李');
    expect(dialog().getByLabelText('联系电话')).toHaveProperty('value', '');
  });
});

describe('an order', () => {
  const rule = (value: string) => ({
    'GET /app-config': () => ok({ 'quote.cutOffHour': '18', 'order.contact': value }),
  });

  test('saved as a quotation needs no contact', async () => {
    const { user, sent } = await renderQuote({ server: { ...inTurn(ok(43)), ...rule('address') } });
    await user.click(screen.getByRole('button', { name: '保存报价' }));
    await user.click(dialog().getByRole('button', { name: '保存' }));
    await screen.findByText('另一页');
    expect(orderPosts(sent)).toHaveLength(1);
  });

  test('is confirmed with material, size, processes and remark of each part', async () => {
    const { user } = await renderQuote();
    await user.type(within(partCard('零件 1')).getByLabelText('备注'), '锐边倒角');
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    const list = dialog().getByRole('list', { name: '零件清单' });
    expect(list.textContent).toMatch(/AL6061.*120×60×20 mm.*表面处理.*备注：锐边倒角/);
  });
});
