import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react';
import { orderMessages, type OrderMessage } from '#contract/orders/order-messages.ts';
import { call } from './http/http.ts';
import { onceVisible, type LatestMessages } from './order-messages.ts';
import { resultOrUndefined } from './http/result.ts';
import styles from './message-log.module.css';

interface Props {
  orderId: number;
  data: LatestMessages;
  isBusy: boolean;
  /** Shown while there are no messages. */
  empty: ReactNode;
  /** Button for earlier messages. */
  earlierButton: ReactNode;
  children: (message: OrderMessage) => ReactNode;
  /** Called after the messages were marked as read. */
  onRead: () => Promise<unknown>;
}

/** An order's messages, scrolled to the newest; marks them as read once the newest is visible. */
export function MessageLog({ orderId, data, isBusy, empty, earlierButton, children, onRead }: Props) {
  const log = useScrollToNewest(data);
  const end = useMarkAsRead(orderId, data, onRead);
  return (
    <>
      {data.count === 0 ? (
        empty
      ) : (
        <>
          {data.hasEarlier ? earlierButton : null}
          <div
            ref={log}
            role="log"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be scrollable with the keyboard
            tabIndex={0}
            className={styles.log}
            aria-label="消息"
            aria-busy={isBusy || undefined}
          >
            <ol className={styles.messages}>
              {data.list.map((message) => (
                <li key={message.id}>{children(message)}</li>
              ))}
            </ol>
          </div>
        </>
      )}
      <div ref={end} />
    </>
  );
}

/** Scrolls to the newest message. */
function useScrollToNewest({ list }: LatestMessages): RefObject<HTMLDivElement | null> {
  const log = useRef<HTMLDivElement>(null);
  const lastId = list.at(-1)?.id;
  useEffect(() => {
    if (lastId !== undefined && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [lastId]);
  return log;
}

/** Marks the messages as read once the end of the list is visible. */
function useMarkAsRead(
  orderId: number,
  { list, lastReadId }: LatestMessages,
  onRead: () => Promise<unknown>,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const lastId = list.at(-1)?.id ?? 0;
  const hasUnread = lastId > lastReadId;
  const mark = useEffectEvent(async (upTo: number) => {
    const options = { params: { id: orderId }, body: { lastId: upTo }, quiet: true } as const;
    const marked = await resultOrUndefined(call(orderMessages.read, options));
    if (marked?.ok) await onRead();
  });
  useEffect(() => {
    if (!hasUnread || !end.current) return undefined;
    return onceVisible(end.current, () => void mark(lastId));
  }, [hasUnread, lastId]);
  return end;
}
