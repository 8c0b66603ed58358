import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { noAnswer, ok, refusal } from '#providers/fake-server.test-data.ts';
import { getToken } from '#providers/session/session-store.ts';
import { allowConsoleErrors } from '#tests/support/browser/console-errors.ts';
import { buildOrder } from '#storefront/features/orders/order.test-data.ts';
import { openApp } from './app.test-data.tsx';

const details = { 'GET /order/3/withExt': ok(buildOrder()) };
const loginFor = (address: string) => `/user/login?from=${encodeURIComponent(address)}`;

describe('opening a page', () => {
  test.each(['/', '/mfr/12', '/user/profile'])(
    '%s without a token shows the login page, which returns to the same URL',
    async (address) => {
      const { at, sent } = openApp(address);
      await screen.findByRole('heading', { name: '登录' });
      expect(at()).toBe(address === '/' ? '/user/login' : loginFor(address));
      expect(sent.map(({ url }) => url)).not.toContain('/getinfo');
    },
  );

  test('a user without any menu gets the login page with the reason', async () => {
    const { at } = openApp('/order/details/3', { token: 't', answers: { 'GET /menurole': ok([]) } });
    await screen.findByText(/没有可用的功能/);
    expect(at()).toBe(loginFor('/order/details/3'));
  });

  test('an expired token shows the login page', async () => {
    const ended = refusal(401, '请重新登录', 'session.expired');
    const { at } = openApp('/order/details/3', {
      token: 't',
      answers: { 'GET /getinfo': ended, 'GET /menurole': ended },
    });
    await screen.findByText('登陆超时 请重新登录');
    await screen.findByRole('heading', { name: '登录' });
    expect(at()).toBe(loginFor('/order/details/3'));
    expect(getToken()).toBeNull();
  });

  test('a poll that finds the session expired shows a notice and the login page', async () => {
    const { at } = openApp('/order/details/3', {
      token: 't',
      answers: {
        ...details,
        'GET /notification/unread': refusal(401, '请重新登录', 'session.expired'),
      },
    });
    expect(await screen.findAllByText('登陆超时 请重新登录')).toHaveLength(1);
    await screen.findByRole('heading', { name: '登录' });
    expect(at()).toBe(loginFor('/order/details/3'));
  });

  test('a signed-in user is redirected from the login page', async () => {
    const { at } = openApp(loginFor('/order/details/3'), { token: 't', answers: details });
    await screen.findByRole('heading', { name: /Q20261120-0001/ });
    expect(at()).toBe('/order/details/3');
  });

  test('an unavailable server is reported', async () => {
    openApp('/order/details/3', {
      token: 't',
      answers: { 'GET /getinfo': noAnswer() },
    });
    await screen.findByRole('heading', { name: '页面暂时打不开' });
    expect(screen.getByRole('button', { name: '重新加载' })).toBeDefined();
    allowConsoleErrors();
  });
});

describe('signing out', () => {
  test('退出登录 ends the session and shows the login page', async () => {
    const user = userEvent.setup();
    const { at, sent } = openApp('/order/details/3', { token: 't', answers: details });
    await user.click(await screen.findByRole('button', { name: /张工/ }));
    await user.click(screen.getByRole('menuitem', { name: '退出登录' }));
    await screen.findByRole('heading', { name: '登录' });
    expect(getToken()).toBeNull();
    expect(at()).toBe(loginFor('/order/details/3'));
    expect(sent.find(({ url }) => url === '/logout')?.headers['Authorization']).toBe('Bearer t');
  });

  test('signing out in another tab signs out this tab', async () => {
    openApp('/order/details/3', { token: 't', answers: details });
    await screen.findByRole('heading', { name: /Q20261120-0001/ });
    localStorage.removeItem('quotemill.token');
    act(() => {
      globalThis.dispatchEvent(new StorageEvent('storage', { key: 'quotemill.token' }));
    });
    expect(await screen.findByRole('heading', { name: '登录' })).toBeDefined();
  });
});

describe('the frame', () => {
  test('the header and the page title show the name from the settings', async () => {
    openApp('/nowhere', { answers: { 'GET /app-config': ok({ 'site.name': '苏锐精密' }) } });
    const home = await screen.findByRole('link', { name: '苏锐精密 首页' });
    expect(home.textContent).toBe('苏锐精密');
    await waitFor(() => expect(document.title).toBe('页面不存在 · 苏锐精密'));
  });

  test('an unknown URL shows the 404 page with a link to the start page', async () => {
    openApp('/nowhere');
    await screen.findByRole('heading', { name: '页面不存在' });
    expect(screen.getByRole('link', { name: '返回首页' }).getAttribute('href')).toBe('/');
    expect((await screen.findByRole('link', { name: '智造报价 首页' })).getAttribute('href')).toBe('/');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(document.title).toBe('页面不存在 · 智造报价');
  });

  test('the feedback button opens the configured page in a new tab without a referrer', async () => {
    openApp('/nowhere', {
      answers: { 'GET /app-config': ok({ 'site.feedbackUrl': 'https://example.com/f' }) },
    });
    const link = await screen.findByRole('link', { name: '反馈' });
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      'https://example.com/f',
      '_blank',
      'noopener noreferrer',
    ]);
  });

  test.each(['', 'javascript:alert(1)'])('the feedback button is hidden for %j', async (setting) => {
    const { sent } = openApp('/nowhere', {
      answers: { 'GET /app-config': ok({ 'site.feedbackUrl': setting }) },
    });
    await waitFor(() => expect(sent.map(({ url }) => url)).toContain('/app-config'));
    await screen.findByRole('heading', { name: '页面不存在' });
    expect(screen.queryByRole('link', { name: '反馈' })).toBeNull();
  });
});
