import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ok, refusal, type SentRequest } from '#providers/fake-server.test-data.ts';
import { readStored } from '#providers/browser-storage.ts';
import { confirmOrder, partCard, renderQuote } from '../render-quote.test-data.tsx';
import { dialog, orderPosts, inTurn, openConfirmation, priceRefusal } from './checkout.test-data.tsx';

const keyOf = (request: SentRequest | undefined) => request?.headers['Idempotency-Key'];

describe('a missing value', () => {
  test('is shown beside its field, and the first field is focused', async () => {
    const { user } = await renderQuote();
    const card = within(partCard('零件 1'));
    await user.click(card.getByRole('tab', { name: '不锈钢' }));
    await user.click(card.getByRole('radio', { name: /SUS304/ }));
    expect(card.queryByText('请选择 表面处理 !')).toBeNull();
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    const group = card.getByRole('radiogroup', { name: '表面处理' });
    expect(group.contains(document.activeElement)).toBe(true);
    const message = card.getByText('请选择 表面处理 !');
    expect(group.getAttribute('aria-describedby')).toBe(message.id);
    expect(screen.queryByRole('dialog')).toBeNull();

    await user.click(card.getByRole('radio', { name: /喷砂/ }));
    expect(card.queryByText('请选择 表面处理 !')).toBeNull();
  });
});

test('an order is placed after confirmation, with the confirmed content and the contact', async () => {
  const { user, sent, address } = await renderQuote({ server: inTurn(ok(42, '提交成功')) });
  await user.type(screen.getByLabelText('零件名称'), '支架');
  await waitFor(() => expect(readStored('draft.7')).not.toBeNull());
  await user.click(screen.getByRole('button', { name: '提交订单' }));
  expect(dialog().getAllByText('¥709.95').length).toBeGreaterThan(0);
  expect(dialog().getByText(/个工作日，预计 .*发货/)).toBeDefined();
  await user.type(dialog().getByLabelText('联系人'), ' 张工 ');
  await confirmOrder(user);
  await screen.findByText('另一页');
  const [request] = orderPosts(sent);
  expect(request?.body).toEqual({
    items: [
      {
        name: '支架',
        material: 1,
        num: 10,
        length: 120,
        width: 60,
        height: 20,
        process_10: 13,
        process_13: 132,
        process_20: 21,
      },
    ],
    price: '709.95',
    status: 'placed',
    contactName: '张工',
  });
  expect(keyOf(request)).toMatch(/^[0-9a-f-]{36}$/);
  expect(address()).toBe('/order/success?id=42');
  expect(readStored('draft.7')).toBeNull();
});

test('a quotation is saved without an order, after a warning about characters that its PDF cannot print', async () => {
  const server = { ...inTurn(ok(43)), 'POST /quote/unprintable': () => ok('ก') };
  const { user, sent, address } = await renderQuote({ server });
  fireEvent.change(screen.getByLabelText('零件名称'), { target: { value: '支架ก⌀' } });
  await user.click(screen.getByRole('button', { name: '保存报价' }));
  expect(await dialog().findByText(/以“〓”代替：零件“支架ก⌀”的 “ก”（U\+0E01）。/)).toBeDefined();
  await user.click(dialog().getByRole('button', { name: '保存' }));
  await screen.findByText('另一页');
  expect(orderPosts(sent)[0]?.body).toMatchObject({ status: 'quoted' });
  expect(address()).toBe('/order/details/43');
});

describe('a price that changed', () => {
  test('is shown beside the old one and accepted only by the customer, under a new key', async () => {
    const { user, sent } = await openConfirmation({ server: inTurn(priceRefusal, ok(44)) });
    await confirmOrder(user);
    expect(await dialog().findByRole('heading', { name: '价格已更新' })).toBeDefined();
    const row = within(dialog().getByRole('row', { name: /零件 1/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['¥709.95', '¥869.32']);
    const total = within(dialog().getByRole('row', { name: /合计/ }));
    expect(total.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['¥709.95', '¥869.32']);
    expect(screen.queryByText(/下单失败/)).toBeNull();

    await user.click(dialog().getByRole('button', { name: '接受新价格并提交' }));
    await screen.findByText('另一页');
    const [first, second] = orderPosts(sent);
    expect(second?.body).toMatchObject({ price: '869.32' });
    expect(keyOf(second)).not.toBe(keyOf(first));
  });
});

const lost = Object.assign(new Error('lost'), { isAxiosError: true, code: 'ERR_NETWORK' });

test.each([
  ['no answer', lost],
  ['an unavailable server', refusal(503, '服务暂时不可用，请稍后再试', 'server.unavailable')],
])('%s leaves the outcome unknown: a retry sends the same content under the same key', async (_, answer) => {
  const { user, sent } = await openConfirmation({ server: inTurn(answer, ok(45)) });
  await confirmOrder(user);
  expect((await dialog().findByRole('alert')).textContent).toContain('重试不会重复下单');
  expect(dialog().getByLabelText<HTMLInputElement>('联系人').disabled).toBe(true);
  await user.click(dialog().getByRole('button', { name: '重试' }));
  await screen.findByText('另一页');
  const [first, second] = orderPosts(sent);
  expect(second?.body).toEqual(first?.body);
  expect(keyOf(second)).toBe(keyOf(first));
});

test('a refused retry does not make the third attempt a second order', async () => {
  const refused = refusal(507, '存储空间不足，请联系管理员', 'storage.full');
  const { user, sent } = await openConfirmation({ server: inTurn(lost, refused, ok(46)) });
  await confirmOrder(user);
  await user.click(await dialog().findByRole('button', { name: '重试' }));
  await dialog().findByRole('button', { name: '确认提交' });
  await confirmOrder(user);
  await screen.findByText('另一页');
  expect(new Set(orderPosts(sent).map(keyOf)).size).toBe(1);
  expect(orderPosts(sent)).toHaveLength(3);
});

test('a refusal is shown, and its errors appear beside their fields', async () => {
  const { user } = await openConfirmation({
    server: inTurn(
      refusal(422, '报价内容有误，请检查标出的字段', 'quote.invalid', {
        errors: { 'items.0.process_20': '该选项不适用于所选材料' },
      }),
    ),
  });
  await confirmOrder(user);
  expect(await screen.findByText('下单失败:422-报价内容有误，请检查标出的字段')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  const card = within(partCard('零件 1'));
  const group = card.getByRole('radiogroup', { name: '粗糙度' });
  expect(group.getAttribute('aria-invalid')).toBe('true');
  expect(card.getByText('该选项不适用于所选材料')).toBeDefined();
  expect(group.contains(document.activeElement)).toBe(true);
  await user.click(card.getByRole('radio', { name: /Ra1\.6/ }));
  expect(card.queryByText('该选项不适用于所选材料')).toBeNull();
});

describe('the contact', () => {
  const profile = (user: object) => ({ 'GET /user/profile': () => ok({ user, roles: [], posts: [] }) });
  const own = { nickName: '张工', phone: '021-1234', address: '上海' };

  test('comes from the profile until another one is typed', async () => {
    const { user, sent } = await renderQuote({ server: { ...inTurn(ok(42)), ...profile(own) } });
    // The profile arrives after the dialog opens, and is used the next time.
    await waitFor(async () => {
      await user.click(screen.getByRole('button', { name: '提交订单' }));
      const { value } = dialog().getByLabelText<HTMLInputElement>('联系人');
      if (value === '') await user.click(dialog().getByRole('button', { name: '返回修改' }));
      expect(value).toBe('张工');
    });
    expect(dialog().getByLabelText('收货地址')).toHaveProperty('value', '上海');
    await user.clear(dialog().getByLabelText('联系电话'));
    await user.type(dialog().getByLabelText('联系电话'), '13912345678');
    await confirmOrder(user);
    await screen.findByText('另一页');
    expect(orderPosts(sent)[0]?.body).toMatchObject({
      contactName: '张工',
      contactPhone: '13912345678',
      address: '上海',
    });
    expect(readStored('contact.7')).toContain('139');
  });
});

test('a session that expires in the confirmation is reported once; signing in restores the confirmation', async () => {
  const ended = refusal(401, '请重新登录', 'session.expired');
  const { user, unmount } = await openConfirmation({ server: inTurn(ended) });
  await user.type(dialog().getByLabelText('收货地址'), '苏州市工业园区 8 号');
  await user.type(dialog().getByLabelText('客户备注'), '周五前');
  await confirmOrder(user);
  expect(await screen.findAllByText(/登陆超时/)).toHaveLength(1);
  expect(screen.queryByText(/下单失败/)).toBeNull();
  unmount();

  await renderQuote();
  expect(dialog().getByText('确认提交订单')).toBeDefined();
  expect(dialog().getByLabelText('收货地址')).toHaveProperty('value', '苏州市工业园区 8 号');
  expect(dialog().getByLabelText('客户备注')).toHaveProperty('value', '周五前');
});

describe('an order', () => {
  const rule = (value: string) => ({
    'GET /app-config': () => ok({ 'quote.cutOffHour': '18', 'order.contact': value }),
  });

  test('needs the contact fields that the shop requires, and a valid telephone number', async () => {
    const { user, sent } = await openConfirmation({ server: { ...inTurn(ok(42)), ...rule('address') } });
    await user.click(dialog().getByRole('button', { name: '确认提交' }));
    for (const text of ['请输入联系人', '请输入联系电话', '请输入收货地址'])
      expect(dialog().getByText(text)).toBeDefined();
    expect(document.activeElement).toBe(dialog().getByLabelText(/联系人/));
    await user.type(dialog().getByLabelText(/联系人/), '张工');
    await user.type(dialog().getByLabelText(/联系电话/), 'abc');
    await user.type(dialog().getByLabelText(/收货地址/), '苏州市');
    await confirmOrder(user);
    expect(
      await dialog().findByText('请输入有效的电话，例如 13800138000、021-12345678 或 +86 138-0013-8000'),
    ).toBeDefined();
    expect(orderPosts(sent)).toHaveLength(0);
    await user.clear(dialog().getByLabelText(/联系电话/));
    await user.type(dialog().getByLabelText(/联系电话/), '＋８６ １３８００１３８０００');
    await confirmOrder(user);
    await screen.findByText('另一页');
    expect(orderPosts(sent)).toHaveLength(1);
  });

  test('without a drawing asks once, shows how to add one, and can be placed without', async () => {
    const { user, sent } = await openConfirmation({
      server: inTurn(refusal(409, '请稍后', 'record.changed'), ok(42)),
    });
    await user.click(dialog().getByRole('button', { name: '确认提交' }));
    expect(dialog().getByText('还没有附图纸')).toBeDefined();
    await user.click(dialog().getByRole('button', { name: '去添加图纸' }));
    expect(document.activeElement).toBe(within(partCard('零件 1')).getByRole('button', { name: '添加图纸' }));
    expect(orderPosts(sent)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    await confirmOrder(user);
    await user.click(await dialog().findByRole('button', { name: '确认提交' }));
    await screen.findByText('另一页');
    expect(orderPosts(sent)).toHaveLength(2);
  });
});
