import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { getToken } from '#providers/session-store.ts';
import { customer, openApp } from '#storefront/app/app.test-data.tsx';

const signedIn = { code: 200, msg: '登录成功', token: 'tok', mustChangePassword: false, success: true };
/** A page that needs no more of the server: the address of no order. */
const SOMEWHERE = '/order/details/x';
const login = `/user/login?from=${encodeURIComponent(SOMEWHERE)}`;

async function fill(user: ReturnType<typeof userEvent.setup>, captcha = 'abcd') {
  await user.type(await screen.findByLabelText('用户名'), ' zhang ');
  await user.type(screen.getByLabelText('密码'), 'secret pass');
  if (captcha !== '') await user.type(screen.getByLabelText('验证码'), captcha);
}

describe('signing in', () => {
  test('sends name, password and captcha, and goes where one was going', async () => {
    const user = userEvent.setup();
    const { at, sent } = openApp(login, { answers: { 'POST /login': signedIn } });
    await screen.findByAltText('验证码图片');
    await fill(user);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(at()).toBe('/404'));
    expect(getToken()).toBe('tok');
    expect(sent.find(({ url }) => url === '/login')?.body).toEqual({
      username: 'zhang',
      password: 'secret pass',
      code: 'abcd',
      uuid: 'pic-1',
    });
    expect(screen.getByText('登录成功')).toBeDefined();
  });

  test('without a captcha asks for none and sends none', async () => {
    const user = userEvent.setup();
    const { sent } = openApp(login, {
      answers: {
        'GET /captcha': { code: 200, msg: 'success', id: '', data: '', enabled: false },
        'POST /login': signedIn,
      },
    });
    await waitFor(() => expect(screen.queryByLabelText('验证码')).toBeNull());
    await fill(user, '');
    await user.click(screen.getByRole('button', { name: '登录' }));
    await waitFor(() => expect(getToken()).toBe('tok'));
    expect(sent.find(({ url }) => url === '/login')?.body).toEqual({
      username: 'zhang',
      password: 'secret pass',
    });
  });

  test('names each missing field and focuses the first', async () => {
    const user = userEvent.setup();
    const { sent } = openApp(login);
    await screen.findByAltText('验证码图片');
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(screen.getByLabelText('用户名')).toHaveProperty('validationMessage');
    for (const text of ['请输入用户名', '请输入密码', '请输入验证码'])
      expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('用户名'));
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('that fails says why, and asks for a new picture', async () => {
    const user = userEvent.setup();
    let pictures = 0;
    openApp(login, {
      answers: {
        'GET /captcha': () => {
          pictures += 1;
          return {
            code: 200,
            msg: '',
            id: `pic-${pictures}`,
            data: `data:image/svg+xml,${pictures}`,
            enabled: true,
          };
        },
        'POST /login': refusal(400, '验证码错误或已过期', 'login.captcha'),
      },
    });
    await screen.findByAltText('验证码图片');
    await fill(user);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringContaining('登录失败 400 : 验证码错误或已过期'),
    );
    await waitFor(() =>
      expect(screen.getByAltText('验证码图片').getAttribute('src')).toBe('data:image/svg+xml,2'),
    );
    expect(screen.getByLabelText('验证码')).toHaveProperty('value', '');
    expect(document.activeElement).toBe(screen.getByLabelText('验证码'));
    expect(screen.getByLabelText('用户名')).toHaveProperty('value', ' zhang ');
    expect(getToken()).toBeNull();
  });
});

test('a click on the picture renews it', async () => {
  const user = userEvent.setup();
  let pictures = 0;
  openApp(login, {
    answers: {
      'GET /captcha': () => {
        pictures += 1;
        return { code: 200, msg: '', id: 'p', data: `data:image/svg+xml,${pictures}`, enabled: true };
      },
    },
  });
  await screen.findByAltText('验证码图片');
  await user.click(screen.getByRole('button', { name: '换一张验证码' }));
  await waitFor(() =>
    expect(screen.getByAltText('验证码图片').getAttribute('src')).toBe('data:image/svg+xml,2'),
  );
});

describe('a first password', () => {
  test('must be changed before anything else; the one just typed is the old one', async () => {
    const user = userEvent.setup();
    const { at, sent } = openApp(login, {
      answers: {
        'POST /login': { ...signedIn, mustChangePassword: true },
        'PUT /user/pwd/set': ok(null, '密码修改成功'),
      },
    });
    await screen.findByAltText('验证码图片');
    await fill(user);
    await user.keyboard('{Enter}');
    await user.type(await screen.findByLabelText('新密码'), 'short');
    await user.type(screen.getByLabelText('再次输入新密码'), 'other');
    await user.click(screen.getByRole('button', { name: '保存并继续' }));
    expect(screen.getByText('新密码至少8个字符')).toBeDefined();
    expect(screen.getByText('两次输入的新密码不一致')).toBeDefined();
    expect(at()).toBe(login);
    for (const label of ['新密码', '再次输入新密码']) {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), 'a long new one');
    }
    await user.click(screen.getByRole('button', { name: '保存并继续' }));
    await waitFor(() => expect(at()).toBe('/404'));
    expect(sent.find(({ url }) => url === '/user/pwd/set')?.body).toEqual({
      oldPassword: 'secret pass',
      newPassword: 'a long new one',
    });
  });

  test('is asked for when the page was loaded anew in between', async () => {
    const { at } = openApp('/order/details/3', {
      token: 't',
      answers: { 'GET /getinfo': ok({ ...customer, mustChangePassword: true }) },
    });
    await screen.findByLabelText('当前密码');
    expect(at()).toBe(`/user/login?from=${encodeURIComponent('/order/details/3')}`);
  });
});
