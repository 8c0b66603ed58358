import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Notification } from '#contract/system/notifications.ts';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { buildNotification, fakeStreams } from '#providers/fake-stream.test-data.ts';
import { openApp } from '#storefront/app/app.test-data.tsx';

afterEach(() => vi.unstubAllGlobals());

const pageOf = (list: Notification[], count = list.length) =>
  ok({ list, count, pageIndex: 1, pageSize: 20, maxUpdatedAt: null });

/** The notifications page of a customer, with a server that stores the notifications. */
function open(list: Notification[], address = '/user/notifications') {
  const streams = fakeStreams();
  const notifications = [...list];
  const unread = () => notifications.filter(({ readAt }) => readAt === null).length;
  const mark = (isMeant: (one: Notification) => boolean) => {
    notifications.forEach((one, at) => {
      if (isMeant(one)) notifications[at] = { ...one, readAt: '2026-11-20T11:00:00+08:00' };
    });
    return ok({ unread: unread() });
  };
  const page = openApp(address, {
    token: 't',
    answers: {
      'GET /notification': ({ url }) =>
        pageOf(
          url.includes('unread=true') ? notifications.filter(({ readAt }) => readAt === null) : notifications,
        ),
      'GET /notification/unread': () => ok({ unread: unread(), latest: notifications[0] ?? null }),
      'POST /notification/read': ({ body }) => mark(({ id }) => (body as { ids: number[] }).ids.includes(id)),
      'POST /notification/read-all': () => mark(() => true),
      'GET /order/5/withExt': refusal(404, '记录不存在', 'record.not_found'),
    },
  });
  return { ...page, streams, notifications, user: userEvent.setup() };
}

const bell = (name: RegExp | string) => screen.findByRole('button', { name });

describe('the bell', () => {
  test('counts unread notifications and shows the latest; opening one marks it as read and opens its order', async () => {
    const { user, at, sent } = open([
      buildNotification({ id: 2, title: '第二条' }),
      buildNotification({ id: 1, title: '第一条', readAt: '2026-11-20T10:30:00+08:00' }),
    ]);
    await user.click(await bell('消息通知，1 条未读'));
    const panel = within(await screen.findByRole('region', { name: '最新消息' }));
    const link = await panel.findByRole('link', { name: /未读 ?第二条/ });
    expect(panel.getByRole('link', { name: /^第一条/ })).toBeTruthy();
    await user.click(link);
    expect(at()).not.toBe('/user/notifications');
    expect(sent.find(({ url }) => url === '/notification/read')?.body).toEqual({ ids: [2] });
    expect(screen.queryByRole('button', { name: '关闭最新消息' })).toBeNull();
  });

  test('a new notification appears and is announced without a reload', async () => {
    const { streams, notifications, user } = open([buildNotification({ id: 1, title: '第一条' })]);
    await bell('消息通知，1 条未读');
    await waitFor(() => expect(streams).toHaveLength(1));
    const one = buildNotification({ id: 3, title: '订单 Q20261120-0003 已发货' });
    notifications.unshift(one);
    await act(async () => streams[0]?.ping());
    await bell('消息通知，2 条未读');
    expect((await screen.findByText('新消息：订单 Q20261120-0003 已发货')).getAttribute('role')).toBe(
      'status',
    );
    await user.click(screen.getByRole('button', { name: '消息通知，2 条未读' }));
    const panel = within(await screen.findByRole('region', { name: '最新消息' }));
    await user.click(await panel.findByRole('button', { name: '全部标为已读' }));
    await bell('消息通知');
  });
});

describe('the notifications page', () => {
  test('shows all or only the unread ones, and marks all as read', async () => {
    const { user, at } = open([
      buildNotification({ id: 2, title: '第二条' }),
      buildNotification({ id: 1, title: '第一条', readAt: '2026-11-20T10:30:00+08:00' }),
    ]);
    await screen.findByRole('link', { name: /第一条/ });
    await user.click(await screen.findByRole('link', { name: '未读 1' }));
    expect(at()).toBe('/user/notifications?unread=1');
    await waitFor(() => expect(screen.queryByRole('link', { name: /第一条/ })).toBeNull());
    await user.click(screen.getByRole('button', { name: '全部标为已读' }));
    await screen.findByText('没有未读的消息。');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '全部标为已读' }).disabled).toBe(true);
  });

  test('reports when it is empty or cannot be loaded', async () => {
    const { known, user } = open([]);
    await screen.findByText('还没有消息。');
    known['GET /notification'] = refusal(503, '服务暂时不可用，请稍后再试', 'server.unavailable');
    await user.click(screen.getByRole('link', { name: '未读' }));
    expect((await screen.findByRole('alert')).textContent).toBe('服务暂时不可用，请稍后再试（请求编号 r1）');
    known['GET /notification'] = pageOf([]);
    await user.click(screen.getByRole('button', { name: '重试' }));
    await screen.findByText('没有未读的消息。');
  });
});
