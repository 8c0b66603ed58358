import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { markRead } from '#providers/notifications.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import styles from './bell.module.css';
import { NotificationItem } from './notification-item.tsx';
import { latestQuery } from './notification-queries.ts';

interface BellPanelProps {
  id: string;
  unread: number;
  /** Closes the panel and returns the focus to the bell. */
  onClose: () => void;
  /** Closes the panel on navigation. */
  onNavigate: () => void;
}

export function BellPanel({ id, unread, onClose, onNavigate }: BellPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, isFetching, refetch } = useQuery(latestQuery);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section id={id} className={styles.panel} aria-label="最新消息">
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          最新消息
        </h2>
        {unread > 0 && (
          <Button variant="ghost" size="small" onClick={() => void markRead()}>
            全部标为已读
          </Button>
        )}
        <Button variant="ghost" size="small" aria-label="关闭最新消息" onClick={onClose}>
          ✕
        </Button>
      </header>
      {data ? (
        data.list.length === 0 ? (
          <p className={styles.empty}>还没有消息。订单有进展时会在这里告诉您。</p>
        ) : (
          <ul className={styles.list}>
            {data.list.map((notification) => (
              <li key={notification.id}>
                <NotificationItem notification={notification} isShort onOpen={onNavigate} />
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <div className={styles.empty}>
          <p role="alert">{error.message}</p>
          <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
            重试
          </Button>
        </div>
      ) : (
        <div className={styles.waiting}>
          <SkeletonGroup>
            <Skeleton height="64px" />
            <Skeleton height="64px" />
            <Skeleton height="64px" />
          </SkeletonGroup>
        </div>
      )}
      <Link to={paths.notifications} className={styles.all} onClick={onNavigate}>
        查看全部消息
      </Link>
    </section>
  );
}
