import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeStreams } from './fake-stream.test-data.ts';
import { followNotifications } from './notification-stream.ts';
import { clearToken, setToken } from './session/session-store.ts';

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
  const listener = vi.fn<(stale: string) => void>();
  stops.push(followNotifications(listener));
  return listener;
}
const settle = () => vi.advanceTimersByTimeAsync(0);
function setVisible(isVisible: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

test('all listeners share one stream with the token in a header, and ignore heartbeats', async () => {
  const streams = fakeStreams();
  const listeners = [follow(), follow()];
  await settle();
  expect(streams).toHaveLength(1);
  expect(streams[0]?.url).toBe('/api/v1/notification/stream');
  expect(streams[0]?.headers.get('authorization')).toBe('Bearer t0k');
  streams[0]?.send(':\n\n');
  await settle();
  streams[0]?.ping();
  await settle();
  for (const { mock } of listeners) expect(mock.calls.flat()).toEqual(['notifications', 'all']);
  for (const stop of stops.splice(0)) stop();
  expect(streams[0]?.isLeft()).toBe(true);
});

test('a closed stream is reopened after a delay, and everything is fetched again', async () => {
  const streams = fakeStreams();
  const listener = follow();
  await settle();
  streams[0]?.end();
  await settle();
  expect(streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(streams).toHaveLength(2);
  expect(listener.mock.calls.flat()).toEqual(['notifications', 'all']);
});

test('without a stream, it reconnects with increasing delays and polls in between', async () => {
  let status = 503;
  const streams = fakeStreams(() => status);
  const listener = follow();
  await settle();
  expect(listener).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(streams).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(streams).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(streams).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(60_000);
  listener.mockClear();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(listener.mock.calls.flat()).toEqual(['all', 'all']);
  status = 200;
  await vi.advanceTimersByTimeAsync(60_000);
  listener.mockClear();
  await vi.advanceTimersByTimeAsync(45_000);
  expect(listener).not.toHaveBeenCalled();
});

test('a connection silent for too long is closed', async () => {
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

test('a background page closes its stream after a delay, and refreshes when it becomes visible', async () => {
  const streams = fakeStreams();
  const listener = follow();
  await settle();
  setVisible(false);
  await vi.advanceTimersByTimeAsync(1_500);
  setVisible(true);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(streams[0]?.isLeft()).toBe(false);
  setVisible(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(streams[0]?.isLeft()).toBe(true);
  globalThis.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(streams).toHaveLength(1);
  const count = listener.mock.calls.length;
  setVisible(true);
  await settle();
  expect(streams).toHaveLength(2);
  expect(listener).toHaveBeenCalledTimes(count + 1);
});

test('a page opened in the background has no stream until it is visible', async () => {
  const streams = fakeStreams();
  setVisible(false);
  const listener = follow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(streams).toHaveLength(0);
  setVisible(true);
  await settle();
  expect(streams).toHaveLength(1);
  expect(listener).toHaveBeenCalledExactlyOnceWith('all');
});

test('the stream closes when the session ends, and reopens with the next session', async () => {
  let status = 401;
  const streams = fakeStreams(() => status);
  const listener = follow();
  await settle();
  // The next request gets the same 401 and signs the user out.
  expect(listener).toHaveBeenCalledTimes(1);
  clearToken();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(streams).toHaveLength(1);
  status = 200;
  setToken('next');
  await settle();
  expect(streams[1]?.headers.get('authorization')).toBe('Bearer next');
});
