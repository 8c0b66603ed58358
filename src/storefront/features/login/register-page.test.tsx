import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { noAnswer, ok, refusal } from '#providers/fake-server.test-data.ts';
import { readStored } from '#providers/browser-storage.ts';
import { customer, openApp } from '#storefront/app/app.test-data.tsx';

type Answers = NonNullable<Parameters<typeof openApp>[1]>['answers'];

const page = '/user/register';
const allowed = { 'GET /app-config': ok({ 'server.version': '1', 'registration.enabled': 'on' }) };
const open = (answers: Answers = {}) => openApp(page, { answers: { ...allowed, ...answers } });
const loginAnswer = {
  token: 'new-token',
  authority: 'customer',
  currentAuthority: 'customer',
  expire: '2026-12-21T00:00:00Z',
  username: '李工',
  mustChangePassword: false,
  success: true,
};

async function fill(user: ReturnType<typeof userEvent.setup>, repeated = 'a good long one 7') {
  await user.type(await screen.findByLabelText(/^用户名/), ' visitor ');
  await user.type(screen.getByLabelText(/^密码/), 'a good long one 7');
  await user.type(screen.getByLabelText(/^再次输入密码/), repeated);
  await user.type(screen.getByLabelText(/^公司名称/), '示例客户公司');
  await user.type(screen.getByLabelText(/^姓名/), '李工');
  await user.type(screen.getByLabelText('验证码'), ' AB12 ');
}

const sentBody = (sent: ReturnType<typeof openApp>['sent']) =>
  sent.find(({ url }) => url === '/register')?.body;

describe('registration', () => {
  test('is linked from the login page only if the shop allows it', async () => {
    const user = userEvent.setup();
    const { at } = openApp('/user/login', { answers: allowed });
    expect(await screen.findByText(/忘记密码？请联系管理员重置。/)).toBeDefined();
    await user.click(await screen.findByRole('link', { name: '注册账号' }));
    expect(await screen.findByRole('heading', { name: '注册客户账号' })).toBeDefined();
    expect(at()).toBe(page);
  });

  test.each([
    [
      'is closed',
      ok({ 'server.version': '1', 'registration.enabled': 'off' }),
      '未开放注册，请联系管理员开通账号。',
    ],
    ['cannot be checked', noAnswer('ECONNABORTED'), '暂时无法注册，请稍后再试。'],
  ])('shows the reason when it %s', async (_name, answer, sentence) => {
    open({ 'GET /app-config': answer });
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.queryByRole('button', { name: '注册并登录' })).toBeNull();
  });

  test('names the missing fields, and focuses the first', async () => {
    const user = userEvent.setup();
    const { sent } = open();
    await user.click(await screen.findByRole('button', { name: '注册并登录' }));
    for (const text of [
      '请输入用户名',
      '请输入密码',
      '请再次输入密码',
      '请输入公司名称',
      '请输入姓名',
      '请输入验证码',
    ])
      expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(/^用户名/));
    await fill(user, 'another one');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('两次输入的密码不一致')).toBeDefined();
    expect(sentBody(sent)).toBeUndefined();
  });

  test('signs the user in and opens the quotation page', async () => {
    const user = userEvent.setup();
    const { sent, at } = open({
      'POST /register': ok(loginAnswer, '注册成功'),
      'GET /getinfo': ok({ ...customer, buttons: [], permissions: [] }),
      'GET /menurole': ok([]),
    });
    await fill(user);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(readStored('token')).toBe('new-token'));
    expect(sentBody(sent)).toEqual({
      username: 'visitor',
      password: 'a good long one 7',
      companyTitle: '示例客户公司',
      nickName: '李工',
      phone: '',
      email: '',
      code: 'AB12',
      uuid: 'pic-1',
    });
    await waitFor(() => expect(at()).not.toBe(page));
  });

  test.each([
    [
      'a name that is taken',
      refusal(409, '用户名已被使用', 'record.duplicate', { errors: { username: '用户名已被使用' } }),
      '用户名已被使用',
      /^用户名/,
    ],
    ['a wrong captcha', refusal(400, '验证码错误或已过期', 'login.captcha'), '验证码错误或已过期', '验证码'],
  ])(
    'refused for %s shows the reason beside the field, and loads a new picture',
    async (_n, answer, text, field) => {
      const user = userEvent.setup();
      const { sent } = open({ 'POST /register': answer });
      await fill(user);
      await user.keyboard('{Enter}');
      expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(field)));
      expect(screen.getByLabelText('验证码')).toHaveProperty('value', '');
      expect(sent.filter(({ url }) => url === '/captcha')).toHaveLength(2);
      expect(readStored('token')).toBeNull();
    },
  );
});
