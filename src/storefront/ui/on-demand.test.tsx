import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { lazyComponent } from './lazy-component.tsx';
import { onDemand } from './on-demand.ts';
import { Toasts } from './layer/toast.tsx';

let isOnline: boolean;
beforeEach(() => {
  isOnline = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});

test('code is not requested offline, because browsers remember a failure, and is loaded once', async () => {
  render(<Toasts />);
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve('code'));
  const demand = onDemand(load, '附件功能');
  isOnline = false;
  expect(await act(demand)).toBeUndefined();
  screen.getByText('附件功能加载失败，请检查网络后重试');
  expect(load).not.toHaveBeenCalled();
  isOnline = true;
  // The calls share one load, so the last one also resolves last.
  expect(await Promise.all([demand(), demand()])).toEqual(['code', 'code']);
  isOnline = false;
  expect(await demand()).toBe('code');
  expect(load).toHaveBeenCalledTimes(1);
});

test('code that fails to load online shows a notice that asks to reload', async () => {
  render(<Toasts />);
  expect(await act(onDemand(() => Promise.reject(new Error('404')), '附件功能'))).toBeUndefined();
  screen.getByText('附件功能加载失败，请刷新页面后重试');
});

test('a part of a page that was missing offline appears when the network is back', async () => {
  isOnline = false;
  const Part = lazyComponent(() => Promise.resolve(() => <p>零件</p>));
  render(
    <>
      <Toasts />
      <Part />
    </>,
  );
  await screen.findByText('页面内容加载失败，请检查网络后重试');
  expect(screen.queryByText('零件')).toBeNull();
  isOnline = true;
  act(() => void globalThis.dispatchEvent(new Event('online')));
  await screen.findByText('零件');
});
