import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { getToken } from '#providers/session/session-store.ts';
import { administrator, buildMenu, openAdmin } from '../app/open-admin.test-data.tsx';

const signedIn = {
  code: 200,
  msg: '登录成功',
  token: 'fresh',
  device: 'this-browser',
  mustChangePassword: false,
  success: true,
};

async function signIn({ user }: ReturnType<typeof openAdmin>, password = 'correct horse battery') {
  await user.type(await screen.findByLabelText('用户名'), 'admin');
  await user.type(screen.getByLabelText('密码'), password);
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
}

test('signing in after a failed attempt opens the back office', async () => {
  const page = openAdmin('/admin/login', { token: null });
  page.known['POST /login'] = refusal(400, '用户名或密码错误', 'login.failed');
  await signIn(page, 'wrong');
  expect(await screen.findByText('登录失败 400 : 用户名或密码错误')).toBeTruthy();
  expect(getToken()).toBeNull();
  page.known['POST /login'] = signedIn;
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
  expect(await screen.findByRole('heading', { name: '管理后台' })).toBeTruthy();
  expect(page.at()).toBe('/admin/');
});

test('an invalid stored token leaves the login form open', async () => {
  const expired = refusal(401, '请重新登录', 'session.expired');
  openAdmin('/admin/login', { answers: { 'GET /getinfo': expired } });
  expect(await screen.findByLabelText('用户名')).toBeTruthy();
  expect(getToken()).toBeNull();
});

test('an expired session redirects to the login page, with the page to return to', async () => {
  const expired = refusal(401, '请重新登录', 'session.expired');
  const page = openAdmin('/admin/sys-post?postName=a', { answers: { 'GET /post': expired } });
  expect(await screen.findByLabelText('用户名')).toBeTruthy();
  expect(page.at()).toBe(
    `/admin/login?${new URLSearchParams({ to: '/admin/sys-post?postName=a' }).toString()}`,
  );
  expect(await screen.findByText('登陆超时 请重新登录')).toBeTruthy();
});

test.each([
  ['no menus at all', []],
  [
    'only the customer area',
    [buildMenu({ menuId: 9, path: '/', children: [buildMenu({ menuId: 10, parentId: 9 })] })],
  ],
])('a user with %s sees the reason, is signed out and sent to the login page', async (_title, menus) => {
  const page = openAdmin('/admin', { answers: { 'GET /menurole': ok(menus) } });
  expect(await screen.findByText('你没有任何权限！即将退出登录')).toBeTruthy();
  expect(await screen.findByLabelText('用户名')).toBeTruthy();
  expect(page.sentTo('POST /logout').length).toBeGreaterThan(0);
  expect(getToken()).toBeNull();
  expect(page.at()).toBe('/admin/login');
  expect(await screen.findByText('admin 没有管理后台的任何权限，已退出登录')).toBeTruthy();
  expect(screen.getByText('报价首页').getAttribute('href')).toBe('/');
  // One notice only: neither the sign-in nor the sign-out is announced.
  expect(screen.queryByText('退出成功')).toBeNull();
});

test('the captcha is sent with the form, and renewed on click and after a failure', async () => {
  let count = 0;
  const page = openAdmin('/admin/login', {
    token: null,
    answers: {
      'GET /captcha': () => {
        count += 1;
        return {
          code: 200,
          msg: 'success',
          id: `c${count}`,
          data: `data:image/png;base64,${count}`,
          enabled: true,
        };
      },
      'POST /login': refusal(400, '验证码错误或已过期', 'login.captcha'),
    },
  });
  const picture = await screen.findByRole('img', { name: '验证码，点击更换' });
  fireEvent.click(picture);
  await waitFor(() => expect(picture.getAttribute('src')).toContain('base64,2'));
  await page.user.type(screen.getByLabelText('验证码'), 'ab12');
  await signIn(page);
  await waitFor(() => expect(picture.getAttribute('src')).toContain('base64,3'));
  expect(page.sentTo('POST /login')[0]?.body).toMatchObject({ code: 'ab12', uuid: 'c2' });
});

test('a server error after the sign-in is reported and can be retried', async () => {
  const page = openAdmin('/admin/login', {
    token: null,
    answers: { 'POST /login': signedIn, 'GET /getinfo': refusal(500, '系统错误', 'server.error') },
  });
  await signIn(page);
  expect(await screen.findByText('暂时无法打开管理后台')).toBeTruthy();
  page.known['GET /getinfo'] = ok(administrator);
  fireEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByRole('heading', { name: '管理后台' })).toBeTruthy();
});

test('a generated password must first be changed to one of at least 12 characters', async () => {
  let mustChangePassword = true;
  const page = openAdmin('/admin', {
    answers: {
      'GET /getinfo': () => ok({ ...administrator, mustChangePassword }),
      'PUT /user/pwd/set': () => {
        mustChangePassword = false;
        return ok({ token: 'renewed', device: 'renewed-device' }, '密码修改成功');
      },
    },
  });
  await page.user.type(await screen.findByLabelText('当前密码'), 'printed once');
  await page.user.type(screen.getByLabelText('新密码'), 'elevenchars');
  await page.user.type(screen.getByLabelText('再次输入新密码'), 'elevenchars');
  fireEvent.click(screen.getByRole('button', { name: '修改密码' }));
  expect(await screen.findByText('新密码至少12个字符')).toBeTruthy();
  await page.user.type(screen.getByLabelText('新密码'), 's');
  await page.user.type(screen.getByLabelText('再次输入新密码'), 's');
  fireEvent.click(screen.getByRole('button', { name: '修改密码' }));
  expect(await screen.findByRole('heading', { name: '管理后台' })).toBeTruthy();
  expect(page.sentTo('PUT /user/pwd/set').map(({ body }) => body)).toEqual([
    { oldPassword: 'printed once', newPassword: 'elevencharss' },
  ]);
});

describe('a second factor', () => {
  const challenge = { ...refusal(428, '请输入验证码', 'login.second_factor'), data: { ticket: 'tick' } };
  const wrong = {
    ...refusal(400, '验证码不正确或已使用', 'request.invalid'),
    errors: { code: '验证码不正确或已使用' },
  };

  test('is requested after the password; a recovery code is accepted too', async () => {
    const page = openAdmin('/admin/login?to=%2Fadmin%2Fnowhere', {
      token: null,
      answers: { 'POST /login': challenge, 'POST /login/second-factor': wrong },
    });
    await signIn(page);
    const field = await screen.findByLabelText('验证码');
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    expect(field.getAttribute('inputmode')).toBe('numeric');
    expect(screen.queryByRole('alert')).toBeNull();
    await page.user.type(field, '123 456{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('验证码不正确或已使用');
    fireEvent.click(screen.getByRole('button', { name: '使用恢复码' }));
    page.known['POST /login/second-factor'] = signedIn;
    await page.user.type(await screen.findByLabelText('恢复码'), 'x7k2-9qpd-m4th{Enter}');
    expect(await screen.findByText('登录成功')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: '404' })).toBeTruthy();
    expect(page.at()).toBe('/admin/nowhere');
    expect(page.sentTo('POST /login/second-factor').map(({ body }) => body)).toEqual([
      { ticket: 'tick', code: '123456' },
      { ticket: 'tick', code: 'x7k2-9qpd-m4th' },
    ]);
  });

  test('that expires returns to the password form with a message', async () => {
    const gone = refusal(400, '登录已超时，请重新输入密码', 'login.ticket');
    const page = openAdmin('/admin/login', {
      token: null,
      answers: { 'POST /login': challenge, 'POST /login/second-factor': gone },
    });
    await signIn(page);
    await page.user.type(await screen.findByLabelText('验证码'), '123456{Enter}');
    expect(await screen.findByText('登录已超时，请重新输入密码')).toBeTruthy();
    expect(screen.getByLabelText('用户名')).toBeTruthy();
  });
});
