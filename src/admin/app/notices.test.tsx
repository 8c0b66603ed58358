import { act, renderHook, screen } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import type { NotificationProvider } from '@refinedev/core';
import { afterEach, expect, test, vi } from 'vitest';
import { notify } from '#providers/notices.ts';
import { useNotices } from './notices.ts';

function renderNotices(): NotificationProvider {
  const { result } = renderHook(useNotices, {
    wrapper: ({ children }) => (
      <ConfigProvider theme={{ zeroRuntime: true, token: { motion: false } }}>
        <App>{children}</App>
      </ConfigProvider>
    ),
  });
  return result.current;
}

test('notices from the client and from screens are shown; generic Refine notices are dropped', async () => {
  const provider = renderNotices();
  act(() => {
    provider.open({ type: 'error', message: 'Error', key: 'create-post-notification' });
    provider.open({ type: 'error', message: 'Login Error', key: 'login-error' });
    provider.open({ type: 'success', message: '已复制', key: 'copied' });
    notify({ type: 'success', message: '保存成功' });
  });
  expect(await screen.findByText('已复制')).toBeDefined();
  expect(await screen.findByText('保存成功')).toBeDefined();
  expect(screen.queryByText('Error')).toBeNull();
  expect(screen.queryByText('Login Error')).toBeNull();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a permanent notice stays until another one with its key replaces it', async () => {
  vi.useFakeTimers();
  renderNotices();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  act(() => notify({ type: 'warning', message: '登陆超时', key: 'session', isPersistent: true }));
  await pass(3_600_000);
  expect(screen.queryByText('登陆超时')).not.toBeNull();
  act(() => notify({ type: 'success', message: '登录成功', key: 'session' }));
  await pass(1_000);
  expect(screen.queryByText('登陆超时')).toBeNull();
  expect(screen.queryByText('登录成功')).not.toBeNull();
  await pass(5_000);
  expect(screen.queryByText('登录成功')).toBeNull();
});
