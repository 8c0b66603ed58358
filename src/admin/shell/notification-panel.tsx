import { Button, Empty, Skeleton } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import type { Notification } from '#contract/system/notifications.ts';
import { ADMIN_HOME_PATH } from '#providers/session/auth-provider.ts';
import { relativeTime, markRead } from '#providers/notifications.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { useEndpoint } from '../calls/use-endpoint.ts';
import { ORDERS_PATH } from '../resources/order/order-queries.ts';
import styles from './notifications.module.css';
import { latestQuery } from './notification-queries.ts';

interface Props {
  unread: number;
  /** Closes the panel and returns the focus to the bell. */
  onClose: () => void;
  /** Called when the user follows a link. */
  onLeave: () => void;
}

export function NotificationPanel({ unread, onClose, onLeave }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, isFetching, refetch } = useEndpoint(latestQuery);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    heading.current?.focus();
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, []);
  return (
    <section className={styles.panel} role="dialog" aria-label="最新消息">
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          最新消息
        </h2>
        <Button type="link" size="small" disabled={unread === 0} onClick={() => void markRead()}>
          全部标为已读
        </Button>
      </header>
      {data && data.list.length > 0 ? (
        <ul className={styles.list}>
          {data.list.map((notification) => (
            <li key={notification.id}>
              <NotificationItem notification={notification} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      ) : null}
      {data?.list.length === 0 ? (
        <Empty className={styles.empty} image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有消息" />
      ) : null}
      {!data && error ? (
        <div className={styles.empty} role="alert">
          <p>{error.message}</p>
          <Button size="small" loading={isFetching} onClick={() => void refetch()}>
            重试
          </Button>
        </div>
      ) : null}
      {!data && !error ? <Skeleton active className={styles.waiting} paragraph={{ rows: 4 }} /> : null}
    </section>
  );
}

function NotificationItem({ notification, onLeave }: { notification: Notification; onLeave: () => void }) {
  const { id, title, body, orderId, createdAt, readAt } = notification;
  const isUnread = readAt === null;
  return (
    <Link
      to={orderId === null ? ADMIN_HOME_PATH : `${ORDERS_PATH}/${orderId}`}
      className={styles.item}
      data-unread={isUnread}
      onClick={() => {
        if (isUnread) void markRead([id]);
        onLeave();
      }}
    >
      <span className={styles.title}>
        {isUnread ? <span className={styles.dot} role="img" aria-label="未读" /> : null}
        {title}
      </span>
      {body === '' ? null : <span className={styles.body}>{body}</span>}
      <time dateTime={createdAt} title={timeText(createdAt)}>
        {relativeTime(createdAt)}
      </time>
    </Link>
  );
}
