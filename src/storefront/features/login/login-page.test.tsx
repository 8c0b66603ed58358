import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { getToken } from '#providers/session/session-store.ts';
import { openApp } from '#storefront/app/app.test-data.tsx';
import { login, fill } from './login-page.test-data.tsx';

const signedIn = {
  code: 200,
  msg: '登录成功',
  token: 'tok',
  device: 'this-browser',
  mustChangePassword: false,
  success: true,
};

const off = { code: 200, msg: 'success', id: '', data: '', enabled: false };

/** Records the field labels after each change of the page. */
function recordFields() {
  const seen: string[] = [];
  const observer = new MutationObserver(() =>
    seen.push([...document.querySelectorAll('form label')].map(({ textContent }) => textContent).join(' ')),
  );
  observer.observe(document.body, { subtree: true, childList: true });
  return () => seen;
}

describe('signing in', () => {
  test('sends name, password and captcha, and returns to the requested URL', async () => {
    const user = userEvent.setup();
    const { at, sent } = openApp(login, { answers: { 'POST /login': signedIn } });
    await screen.findByAltText('验证码图片');
    await fill(user);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('登录成功')).toBeDefined();
    await waitFor(() => expect(at()).toBe('/404'));
    expect(getToken()).toBe('tok');
    expect(sent.find(({ url }) => url === '/login')?.body).toEqual({
      username: 'zhang',
      password: 'secret pass',
      code: 'abcd',
      uuid: 'pic-1',
    });
  });

  test('never shows or sends a captcha where it is disabled', async () => {
    const user = userEvent.setup();
    const { sent } = openApp(login, { answers: { 'GET /captcha': off, 'POST /login': signedIn } });
    const fields = recordFields();
    await fill(user, '');
    expect(new Set(fields().filter(Boolean))).toEqual(new Set(['用户名 密码']));
    await user.click(screen.getByRole('button', { name: '登录' }));
    await waitFor(() => expect(getToken()).toBe('tok'));
    expect(sent.find(({ url }) => url === '/login')?.body).toEqual({
      username: 'zhang',
      password: 'secret pass',
    });
  });

  test('shows the reason for a failure, and loads a new picture', async () => {
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

describe('the captcha', () => {
  test('can be retried after a failed load, without losing the form', async () => {
    const user = userEvent.setup();
    const broken = refusal(500, '系统错误', 'server.error');
    const { known } = openApp(login, { answers: { 'GET /captcha': broken } });
    const fields = recordFields();
    const retry = await screen.findByText('加载失败，点击重试');
    await user.type(screen.getByLabelText('用户名'), 'zhang');
    known['GET /captcha'] = { code: 200, msg: '', id: 'p', data: 'data:image/svg+xml,p', enabled: true };
    await user.click(retry);
    await screen.findByAltText('验证码图片');
    expect(screen.getByLabelText('用户名')).toHaveProperty('value', 'zhang');
    expect(new Set(fields().filter(Boolean))).toEqual(new Set(['用户名 密码 验证码']));
  });
});

describe('an initial password', () => {
  test('must be changed first; the form reuses the password just typed', async () => {
    const user = userEvent.setup();
    const { at, sent } = openApp(login, {
      answers: {
        'POST /login': { ...signedIn, mustChangePassword: true },
        'PUT /user/pwd/set': ok({ token: 'renewed', device: 'renewed-device' }, '密码修改成功'),
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
      device: 'this-browser',
      newPassword: 'a long new one',
    });
  });
});

describe('a second factor', () => {
  const owed = { ...refusal(428, '请输入验证码', 'login.second_factor'), data: { ticket: 'tick' } };
  const wrong = {
    ...refusal(400, '验证码不正确或已使用', 'request.invalid'),
    errors: { code: '验证码不正确或已使用' },
  };

  async function enter(answers: Parameters<typeof openApp>[1]) {
    const user = userEvent.setup();
    const page = openApp(login, answers);
    await screen.findByAltText('验证码图片');
    await fill(user);
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: '双重验证' });
    return { user, ...page, codes: () => page.sent.filter(({ url }) => url === '/login/second-factor') };
  }

  test('accepts the code in any pasted form, and returns to the requested URL', async () => {
    const { user, at, codes } = await enter({
      answers: { 'POST /login': owed, 'POST /login/second-factor': signedIn },
    });
    expect(screen.queryByRole('alert')).toBeNull();
    const field = screen.getByLabelText('验证码');
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    expect(field.getAttribute('inputmode')).toBe('numeric');
    await user.keyboard('{Enter}');
    expect(screen.getByText('请输入验证码')).toBeDefined();
    await user.paste(' 123 ４５６\n');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(at()).toBe('/404'));
    expect(codes().map(({ body }) => body)).toEqual([{ ticket: 'tick', code: '123456' }]);
    expect(getToken()).toBe('tok');
    expect(screen.getByText('登录成功')).toBeDefined();
  });

  test('shows an error for a wrong code beside the field, and accepts a recovery code', async () => {
    const answers = { 'POST /login': owed, 'POST /login/second-factor': wrong };
    const { user, codes } = await enter({ answers });
    await user.keyboard('000000{Enter}');
    expect(await screen.findByText('验证码不正确或已使用')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('验证码'));
    await user.click(screen.getByRole('button', { name: '使用恢复码' }));
    const field = screen.getByLabelText('恢复码');
    expect(field).toHaveProperty('value', '');
    expect(document.activeElement).toBe(field);
    expect(screen.queryByText('验证码不正确或已使用')).toBeNull();
    await user.keyboard('x7k2-9qpd-m4th{Enter}');
    await waitFor(() => expect(codes()).toHaveLength(2));
    expect(codes()[1]?.body).toEqual({ ticket: 'tick', code: 'x7k2-9qpd-m4th' });
  });
});

test('visitors see what the shop makes, its materials and an example price; empty texts are left out', async () => {
  openApp('/user/login', {
    answers: {
      'GET /app-config': ok({
        'site.intro': '数控铣削与车削',
        'site.materials': '铝合金、不锈钢',
        'site.example': '6061 板 10 件 ¥713.57',
        'company.phone': '021-12345678',
        'company.address': '',
      }),
    },
  });
  const shop = await screen.findByRole('region', { name: '关于我们' });
  for (const text of ['数控铣削与车削', '铝合金、不锈钢', '6061 板 10 件 ¥713.57', '021-12345678'])
    expect(await within(shop).findByText(text)).toBeDefined();
  expect(shop.querySelectorAll('dt')).toHaveLength(4);
});
