import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { orderMessages } from '#contract/orders/order-messages.ts';
import { call } from './http/http.ts';
import { onceSeen, type LatestMessages } from './order-messages.ts';
import { resultOrUndefined } from './http/result.ts';

/** Keeps the end of a list of messages in view, where the newest one is. */
export function useNewestInView({ list }: LatestMessages): RefObject<HTMLDivElement | null> {
  const log = useRef<HTMLDivElement>(null);
  const lastId = list.at(-1)?.id;
  useEffect(() => {
    if (lastId !== undefined && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [lastId]);
  return log;
}

/** Marks the messages as read once the element, their end, has come into view. */
export function useReadMark(
  orderId: number,
  { list, lastReadId }: LatestMessages,
  onRead: () => Promise<unknown>,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const lastId = list.at(-1)?.id ?? 0;
  const isUnread = lastId > lastReadId;
  const mark = useEffectEvent(async (upTo: number) => {
    const options = { params: { id: orderId }, body: { lastId: upTo }, quiet: true } as const;
    const marked = await resultOrUndefined(call(orderMessages.read, options));
    if (marked?.ok) await onRead();
  });
  useEffect(() => {
    if (!isUnread || !end.current) return undefined;
    return onceSeen(end.current, () => void mark(lastId));
  }, [isUnread, lastId]);
  return end;
}
