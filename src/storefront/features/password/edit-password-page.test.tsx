import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { noAnswer, ok, refusal } from '#providers/fake-server.test-data.ts';
import { getToken } from '#providers/session/session-store.ts';
import { customer, openApp } from '#storefront/app/app.test-data.tsx';

type Answers = NonNullable<Parameters<typeof openApp>[1]>['answers'];
const labels = ['当前密码', '新密码', '再次输入新密码'];
const field = (label: string) => screen.getByLabelText(label);

async function open(answers: Answers = {}) {
  const opened = openApp('/user/editPassword', { token: 't', answers });
  const user = userEvent.setup();
  await screen.findByLabelText('当前密码');
  const fill = async (...texts: string[]) => {
    for (const [at, text] of texts.entries()) {
      await user.clear(field(labels[at]!));
      await user.paste(text);
    }
    await user.click(screen.getByRole('button', { name: '修改密码' }));
  };
  const puts = () => opened.sent.filter(({ method }) => method === 'PUT');
  return { ...opened, user, fill, puts };
}

describe('changing the password', () => {
  test('sends the old and the new password, confirms the change and empties the form; the session continues', async () => {
    const { fill, puts, at } = await open({
      'PUT /user/pwd/set': ok({ token: 'renewed', device: 'renewed-device' }, '密码修改成功'),
    });
    await fill('old secret', 'a long new one', 'a long new one');
    expect(await screen.findByText(/其他设备上的登录已全部退出/)).toBeDefined();
    expect(screen.getByText('密码修改成功')).toBeDefined();
    expect(puts().map(({ url, body }) => [url, body])).toEqual([
      ['/user/pwd/set', { oldPassword: 'old secret', newPassword: 'a long new one' }],
    ]);
    for (const label of labels) expect(field(label)).toHaveProperty('value', '');
    expect([getToken(), at()]).toEqual(['renewed', '/user/editPassword']);
  });

  test.each([
    [['', '', ''], ['请输入当前密码', '请输入新密码', '请再次输入新密码'], '当前密码'],
    [['old', 'a long new one', 'a long new One'], ['两次输入的新密码不一致'], '再次输入新密码'],
  ])('with %j is not sent: %j', async (texts, complaints, focused) => {
    const { fill, puts } = await open();
    await fill(...texts);
    for (const complaint of complaints) expect(screen.getByText(complaint)).toBeDefined();
    expect(document.activeElement).toBe(field(focused));
    expect(puts()).toEqual([]);
  });

  test.each([
    ['当前密码', 'oldPassword', '当前密码不正确'],
    ['新密码', 'newPassword', '该密码过于常见，请换一个'],
  ])(
    'refused by the server shows the reason at %s, and keeps the typed text',
    async (label, name, complaint) => {
      const { fill } = await open({
        'PUT /user/pwd/set': refusal(400, complaint, 'request.invalid', { errors: { [name]: complaint } }),
      });
      await fill('old secret', 'a long new one', 'a long new one');
      await waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBe('true'));
      const note = document.getElementById(field(label).getAttribute('aria-describedby') ?? '');
      expect(note?.textContent).toBe(complaint);
      expect(document.activeElement).toBe(field(label));
      expect(field('新密码')).toHaveProperty('value', 'a long new one');
    },
  );

  test('reports too many attempts and a lost connection; the next attempt clears the message', async () => {
    const { fill, known } = await open({
      'PUT /user/pwd/set': refusal(429, '登录尝试过于频繁，请稍后再试', 'login.throttled'),
    });
    await fill('old secret', 'a long new one', 'a long new one');
    expect(await screen.findAllByText('登录尝试过于频繁，请稍后再试')).toHaveLength(2);
    known['PUT /user/pwd/set'] = noAnswer();
    await fill('old secret', 'a long new one', 'a long new one');
    expect(await screen.findAllByText('网络连接失败，请检查网络后重试')).toHaveLength(2);
    expect(screen.getAllByText('登录尝试过于频繁，请稍后再试')).toHaveLength(1);
  });
});

test('shows the strength while typing, and the password on request', async () => {
  const { user } = await open();
  const strength = () => screen.getByText(/^密码强度：/).textContent;
  expect(strength()).toBe('密码强度：—');
  await user.type(field('新密码'), '12345678');
  expect(strength()).toContain('弱');
  await user.clear(field('新密码'));
  await user.type(field('新密码'), 'a long new one');
  expect(strength()).toBe('密码强度：强');
  expect(field('新密码')).toHaveProperty('type', 'password');
  await user.click(screen.getByLabelText('显示密码'));
  expect(field('新密码')).toHaveProperty('type', 'text');
});

test.each([
  ['a customer', customer, '至少 8 个字符，可以是一句话'],
  ['staff', { ...customer, buttons: ['mfr:order:handle'] }, '至少 12 个字符，可以是一句话'],
])('the hint for %s names the required length', async (_who, user, hint) => {
  await open({ 'GET /getinfo': ok(user) });
  expect(screen.getByText(hint)).toBeDefined();
  expect(screen.queryByText(/员工/)).toBeNull();
});
