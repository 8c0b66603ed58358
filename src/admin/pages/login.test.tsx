import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { getToken } from '#providers/session-store.ts';
import { administrator, buildMenu, openAdmin } from '../app/open-admin.test-data.tsx';

const signedIn = { code: 200, msg: '登录成功', token: 'fresh', mustChangePassword: false, success: true };

async function signIn({ user }: ReturnType<typeof openAdmin>, password = 'correct horse battery') {
  await user.type(await screen.findByLabelText('用户名'), 'admin');
  await user.type(screen.getByLabelText('密码'), password);
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
}

test('without a token every page leads to the login page, and back after signing in', async () => {
  const page = openAdmin('/admin/nowhere?x=1', { token: null, answers: { 'POST /login': signedIn } });
  await signIn(page);
  expect(await screen.findByText('登录成功')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: '404' })).toBeTruthy();
  expect(page.at()).toBe('/admin/nowhere?x=1');
  expect(getToken()).toBe('fresh');
  expect(page.sentTo('POST /login')[0]?.body).toEqual({
    username: 'admin',
    password: 'correct horse battery',
  });
});

test('after a failed sign-in the next one enters: nothing remembered sends it back', async () => {
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

test('whoever holds a good token goes on from the login page at once', async () => {
  const page = openAdmin('/admin/login?to=%2Fadmin%2Fnowhere');
  expect(await screen.findByRole('heading', { name: '404' })).toBeTruthy();
  expect(page.sentTo('GET /user/profile')).toHaveLength(1);
});

test('a stored token that is no longer good leaves the login form', async () => {
  const expired = refusal(401, '登录已失效，请重新登录', 'session.expired');
  openAdmin('/admin/login', { answers: { 'GET /user/profile': expired } });
  expect(await screen.findByLabelText('用户名')).toBeTruthy();
  expect(getToken()).toBeNull();
});

test('a lost session leads from a page to the login page, with the way back', async () => {
  const expired = refusal(401, '登录已失效，请重新登录', 'session.expired');
  const page = openAdmin('/admin/sys-post?postName=a', { answers: { 'GET /post': expired } });
  expect(await screen.findByLabelText('用户名')).toBeTruthy();
  expect(page.at()).toBe(
    `/admin/login?${new URLSearchParams({ to: '/admin/sys-post?postName=a' }).toString()}`,
  );
  expect(await screen.findByText('登陆超时 登录已失效，请重新登录')).toBeTruthy();
});

test.each([
  ['no menus at all', []],
  [
    'only the customer area',
    [buildMenu({ menuId: 9, path: '/', children: [buildMenu({ menuId: 10, parentId: 9 })] })],
  ],
  ['an empty back office', [buildMenu({ path: '/admin', menuType: 'M' })]],
])('a user with %s is told so, signed out and led to the login page', async (_title, menus) => {
  const page = openAdmin('/admin', { answers: { 'GET /menurole': ok(menus) } });
  expect(await screen.findByText('你没有任何权限！即将退出登录')).toBeTruthy();
  expect(await screen.findByLabelText('用户名')).toBeTruthy();
  expect(page.sentTo('POST /logout').length).toBeGreaterThan(0);
  expect(getToken()).toBeNull();
  expect(page.at()).toBe('/admin/login');
});

test('the captcha is sent with the form, renewed by a click and after a failure', async () => {
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

test('a generated password opens nothing until it is changed to one of at least 12 characters', async () => {
  let mustChangePassword = true;
  const page = openAdmin('/admin', {
    answers: {
      'GET /getinfo': () => ok({ ...administrator, mustChangePassword }),
      'PUT /user/pwd/set': () => {
        mustChangePassword = false;
        return ok(null, '密码修改成功');
      },
    },
  });
  await page.user.type(await screen.findByLabelText('当前密码'), 'printed once');
  await page.user.type(screen.getByLabelText('新密码'), 'elevenchars');
  await page.user.type(screen.getByLabelText('确认新密码'), 'elevenchars');
  fireEvent.click(screen.getByRole('button', { name: '修改密码' }));
  expect(await screen.findByText('新密码至少12个字符')).toBeTruthy();
  await page.user.type(screen.getByLabelText('新密码'), 's');
  await page.user.type(screen.getByLabelText('确认新密码'), 's');
  fireEvent.click(screen.getByRole('button', { name: '修改密码' }));
  expect(await screen.findByRole('heading', { name: '管理后台' })).toBeTruthy();
  expect(page.sentTo('PUT /user/pwd/set').map(({ body }) => body)).toEqual([
    { oldPassword: 'printed once', newPassword: 'elevencharss' },
  ]);
});
