import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { customer, openApp } from '#storefront/app/app.test-data.tsx';
import { login, fill } from './login-page.test-data.tsx';

describe('signing in', () => {
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
});

describe('the captcha', () => {
  test('is renewed when the password form returns', async () => {
    const user = userEvent.setup();
    const { sent } = openApp(login, {
      answers: {
        'POST /login': {
          ...refusal(428, '请输入验证码', 'login.second_factor'),
          data: { ticket: 'tick' },
        },
        'POST /login/second-factor': refusal(400, '登录已超时，请重新输入密码', 'login.ticket'),
      },
    });
    await fill(user);
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: '双重验证' });
    expect(sent.filter(({ url }) => url === '/captcha')).toHaveLength(1);
    await user.keyboard('123456{Enter}');
    await screen.findByText('登录已超时，请重新输入密码');
    await waitFor(() => expect(sent.filter(({ url }) => url === '/captcha')).toHaveLength(2));
  });
});

test('a click renews the captcha', async () => {
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

describe('an initial password', () => {
  test('must be typed again after a reload', async () => {
    const { at } = openApp('/order/details/3', {
      token: 't',
      answers: { 'GET /getinfo': ok({ ...customer, mustChangePassword: true }) },
    });
    await screen.findByLabelText('当前密码');
    expect(at()).toBe(`/user/login?from=${encodeURIComponent('/order/details/3')}`);
  });
});

describe('a second factor', () => {
  const owed = { ...refusal(428, '请输入验证码', 'login.second_factor'), data: { ticket: 'tick' } };

  async function enter(answers: Parameters<typeof openApp>[1]) {
    const user = userEvent.setup();
    const page = openApp(login, answers);
    await screen.findByAltText('验证码图片');
    await fill(user);
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: '双重验证' });
    return { user, ...page, codes: () => page.sent.filter(({ url }) => url === '/login/second-factor') };
  }

  test('returns to the password with a notice when the ticket has expired', async () => {
    const { user } = await enter({
      answers: {
        'POST /login': owed,
        'POST /login/second-factor': refusal(400, '登录已超时，请重新输入密码', 'login.ticket'),
      },
    });
    await user.keyboard('123456{Enter}');
    expect(await screen.findByText('登录已超时，请重新输入密码')).toBeDefined();
    expect(screen.getByLabelText('用户名')).toBeDefined();
  });

  test('required by the shop is set up in the back office', async () => {
    openApp(login, {
      token: 'tok',
      answers: { 'GET /getinfo': ok({ ...customer, mustSetUpSecondFactor: true }) },
    });
    const link = await screen.findByRole('link', { name: '去管理后台设置' });
    expect(link.getAttribute('href')).toBe('/admin');
    expect(screen.queryByText(/忘记密码/)).toBeNull();
  });
});

test('the login page shows no empty list when the shop has no introduction', async () => {
  openApp('/user/login', {
    answers: { 'GET /app-config': ok({ 'site.intro': '', 'site.materials': '', 'site.example': '' }) },
  });
  const shop = await screen.findByRole('region', { name: '关于我们' });
  expect(shop.textContent).toBe('选材料、选工艺，价格与交期立等可见');
  expect(shop.querySelector('dl')).toBeNull();
});
