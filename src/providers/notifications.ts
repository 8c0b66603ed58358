import { dateText } from '#domain/shanghai-time.ts';
import { useState } from 'react';
import { notifications, type BellState } from '#contract/system/notifications.ts';
import { call } from './http/http.ts';
import { refreshNotifications } from './notification-stream.ts';
import { resultOrUndefined } from './http/result.ts';

/** Marks notifications as read (all, without `ids`) and refreshes every view. The user sees errors. */
export async function markRead(ids?: readonly number[]): Promise<void> {
  const marking =
    ids === undefined
      ? call(notifications.readAll, { quiet: 'success' })
      : call(notifications.read, { body: { ids: [...ids] }, quiet: 'success' });
  await resultOrUndefined(marking);
  refreshNotifications();
}

/** The title of the newest notification if it arrived while the component was mounted; else ''. */
export function useNewNotificationTitle(latest: BellState['latest'] | undefined): string {
  const [firstId, setFirstId] = useState<number>();
  if (latest !== undefined && firstId === undefined) setFirstId(latest?.id ?? 0);
  return latest && firstId !== undefined && latest.id > firstId ? latest.title : '';
}

export const unreadText = (unread: number): string => (unread > 99 ? '99+' : String(unread));

const MINUTE_MS = 60_000;

/** Relative time; a date after a week. */
export function relativeTime(instant: string, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / MINUTE_MS);
  if (minutes < 1) return '刚刚';
  if (minutes < 60) return `${minutes} 分钟前`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} 小时前`;
  if (minutes < 7 * 24 * 60) return `${Math.floor(minutes / (24 * 60))} 天前`;
  return dateText(instant);
}
