import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notify } from '#providers/notices.ts';
import { Toasts } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toasts />);
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const tell = (...notices: Parameters<typeof notify>[0][]) => act(() => notices.forEach(notify));

test('a success is a status that disappears, an error an alert that stays longer', () => {
  tell(
    { type: 'success', message: '保存成功' },
    { type: 'error', message: '系统错误', description: '请求编号 r1' },
  );
  expect(screen.getByRole('status').textContent).toContain('保存成功');
  expect(screen.getByRole('alert').textContent).toContain('请求编号 r1');
  pass(3000);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByRole('alert')).toBeDefined();
  pass(5000);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the same key shows one toast, which restarts its full time', () => {
  tell({ type: 'warning', message: '一', key: 'session' });
  pass(5000);
  tell({ type: 'warning', message: '二', key: 'session' });
  pass(5000);
  expect(screen.getByRole('status').textContent).toContain('二');
  expect(screen.queryByText('一')).toBeNull();
});

test('a permanent toast stays until the next one with its key', () => {
  tell({ type: 'warning', message: '登陆超时', key: 'session', isPersistent: true });
  pass(3_600_000);
  expect(screen.getByText('登陆超时')).toBeDefined();
  tell({ type: 'success', message: '登录成功', key: 'session' });
  expect(screen.queryByText('登陆超时')).toBeNull();
  pass(3000);
  expect(screen.queryByText('登录成功')).toBeNull();
});

test('a toast under the pointer stays, and its close button closes it', () => {
  tell({ type: 'success', message: '一' });
  fireEvent.pointerEnter(screen.getByRole('status'));
  pass(60_000);
  expect(screen.getByText('一')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '关闭消息' }));
  expect(screen.queryByText('一')).toBeNull();
});
