import { BellOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useRef, useState, useEffect, useEffectEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { unreadText, useNewNotificationTitle } from '#providers/notifications.ts';
import { followNotifications } from '#providers/notification-stream.ts';
import styles from './notifications.module.css';
import { NotificationPanel } from './notification-panel.tsx';
import { useEndpoint } from '../calls/use-endpoint.ts';
import { useInvalidateOrders } from '../resources/order/order-queries.ts';
import { NOTIFICATIONS_KEY, unreadQuery } from './notification-queries.ts';

/** Shows the number of unread notifications and opens the latest ones. */
export function NotificationBell() {
  const [isOpen, setOpen] = useState(false);
  const { unread, title } = useBell();
  const button = useRef<HTMLButtonElement>(null);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <>
      <Popover
        trigger="click"
        placement="bottomRight"
        arrow={false}
        open={isOpen}
        onOpenChange={setOpen}
        destroyOnHidden
        styles={{ container: { padding: 0 } }}
        content={<NotificationPanel unread={unread} onClose={close} onLeave={() => setOpen(false)} />}
      >
        <Button
          ref={button}
          type="text"
          className={styles.bell}
          aria-label={unread === 0 ? '消息通知' : `消息通知，${unread} 条未读`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          icon={<BellOutlined className={styles.icon} aria-hidden />}
        >
          {/* Not a badge, which would cover the bell. */}
          {unread === 0 ? null : <span className={styles.count}>{unreadText(unread)}</span>}
        </Button>
      </Popover>
      <span className={styles.visuallyHidden} role="status">
        {title === '' ? null : `新消息：${title}`}
      </span>
    </>
  );
}

/** The number of unread notifications and the title of a new one; refetches notifications and orders after changes. */
function useBell(): { unread: number; title: string } {
  const { data } = useEndpoint(unreadQuery);
  const queryClient = useQueryClient();
  const invalidateOrders = useInvalidateOrders();
  const refresh = useEffectEvent((stale: string) => {
    void queryClient.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
    // `all` includes the orders that the notifications may concern.
    if (stale !== 'all') return;
    void queryClient.invalidateQueries({ queryKey: ['order'] });
    void invalidateOrders();
  });
  useEffect(() => followNotifications((stale) => refresh(stale)), []);
  return { unread: data?.unread ?? 0, title: useNewNotificationTitle(data?.latest) };
}
