import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { buildNews, fakeStreams } from './fake-stream.test-data.ts';
import { followNews } from './news.ts';
import { clearToken, setToken } from './session-store.ts';

let stops: (() => void)[];
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  stops = [];
  clearToken();
  setToken('t0k');
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function follow() {
  const onNews = vi.fn<(news: Notification) => void>();
  const onReread = vi.fn<() => void>();
  stops.push(followNews({ onNews, onReread }));
  return { onNews, onReread };
}
const settle = () => vi.advanceTimersByTimeAsync(0);
function setVisible(isVisible: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

test('all listeners share one stream, which carries the token in a header and not in the address', async () => {
  const streams = fakeStreams();
  const [one, two] = [follow(), follow()];
  await settle();
  expect(streams).toHaveLength(1);
  expect(streams[0]?.url).toBe('/api/v1/notification/stream');
  expect(streams[0]?.headers.get('authorization')).toBe('Bearer t0k');
  expect(one.onReread).toHaveBeenCalledTimes(1);
  streams[0]?.send(':\n\n');
  streams[0]?.sendNews(buildNews());
  await settle();
  for (const { onNews } of [one, two]) expect(onNews).toHaveBeenCalledExactlyOnceWith(buildNews());
  for (const stop of stops.splice(0)) stop();
  expect(streams[0]?.isLeft()).toBe(true);
});

test('a stream that ends is opened again after a wait, after the last news, and what it repeats is told once', async () => {
  const streams = fakeStreams();
  const { onNews, onReread } = follow();
  await settle();
  streams[0]?.sendNews(buildNews({ id: 7 }));
  await settle();
  streams[0]?.end();
  await settle();
  expect(streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(streams[1]?.url).toBe('/api/v1/notification/stream?since=7');
  expect(onReread).toHaveBeenCalledTimes(3);
  streams[1]?.sendNews(buildNews({ id: 6, title: 'late' }));
  streams[1]?.sendNews(buildNews({ id: 7 }));
  streams[1]?.sendNews(buildNews({ id: 8 }));
  await settle();
  expect(onNews.mock.calls.map(([{ id }]) => id)).toEqual([7, 6, 8]);
});

test('while no stream can be had it asks every minute, and tries again after longer and longer waits', async () => {
  let status = 503;
  const streams = fakeStreams(() => status);
  const { onReread } = follow();
  await settle();
  expect(onReread).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(streams).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(streams).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(streams).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(onReread).toHaveBeenCalledTimes(2);
  status = 200;
  await vi.advanceTimersByTimeAsync(60_000);
  const count = onReread.mock.calls.length;
  await vi.advanceTimersByTimeAsync(45_000);
  expect(onReread).toHaveBeenCalledTimes(count);
});

test('a connection without a word for long is given up', async () => {
  const streams = fakeStreams();
  follow();
  await settle();
  await vi.advanceTimersByTimeAsync(40_000);
  streams[0]?.send(':\n\n');
  await vi.advanceTimersByTimeAsync(40_000);
  expect(streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(streams[0]?.isLeft()).toBe(true);
  expect(streams).toHaveLength(2);
});

test('a page in the background gives its stream back after a while, and looks again when it is seen', async () => {
  const streams = fakeStreams();
  const { onReread } = follow();
  await settle();
  setVisible(false);
  await vi.advanceTimersByTimeAsync(29_000);
  setVisible(true);
  streams[0]?.send(':\n\n');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(streams[0]?.isLeft()).toBe(false);
  streams[0]?.send(':\n\n');
  setVisible(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(streams[0]?.isLeft()).toBe(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(streams).toHaveLength(1);
  const count = onReread.mock.calls.length;
  setVisible(true);
  await settle();
  expect(streams).toHaveLength(2);
  expect(onReread).toHaveBeenCalledTimes(count + 1);
});

test('when the session is over it stops asking, and begins anew for the next one', async () => {
  let status = 401;
  const streams = fakeStreams(() => status);
  const { onReread } = follow();
  await settle();
  // Whoever asks now hears it too, and is signed out.
  expect(onReread).toHaveBeenCalledTimes(1);
  clearToken();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(streams).toHaveLength(1);
  status = 200;
  setToken('next');
  await settle();
  expect(streams[1]?.headers.get('authorization')).toBe('Bearer next');
  expect(streams[1]?.url).not.toContain('since');
});
