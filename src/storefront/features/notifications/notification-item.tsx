import { Link } from 'wouter';
import type { Notification } from '#contract/system/notifications.ts';
import { relativeTime, markRead } from '#providers/notifications.ts';
import { paths } from '#storefront/app/paths.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import { timeText } from '#domain/shanghai-time.ts';
import styles from './notification-item.module.css';

interface NotificationItemProps {
  notification: Notification;
  /** Truncates the text, for the panel. */
  isShort?: boolean;
  onOpen?: () => void;
}

/** A notification; opening its order marks it as read. */
export function NotificationItem({ notification, isShort = false, onOpen }: NotificationItemProps) {
  const { id, title, body, orderId, createdAt, readAt } = notification;
  const isUnread = readAt === null;
  const onClick = () => {
    if (isUnread) void markRead([id]);
    onOpen?.();
  };
  const content = (
    <>
      <span className={styles.title}>
        {isUnread && <span className={styles.dot} role="img" aria-label="未读" />}
        {title}
      </span>
      {body !== '' && <span className={classNames(styles.body, isShort && styles.short)}>{body}</span>}
      <time className={styles.time} dateTime={createdAt} title={timeText(createdAt)}>
        {relativeTime(createdAt)}
      </time>
    </>
  );
  const className = classNames(styles.item, isUnread && styles.unread);
  return orderId === null ? (
    <button type="button" className={className} onClick={onClick}>
      {content}
    </button>
  ) : (
    <Link to={paths.orderDetails(orderId)} className={className} onClick={onClick}>
      {content}
    </Link>
  );
}
