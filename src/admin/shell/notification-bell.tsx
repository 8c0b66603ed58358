import { BellOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useRef, useState } from 'react';
import { unreadText } from '#providers/notifications.ts';
import styles from './notifications.module.css';
import { NotificationPanel } from './notification-panel.tsx';
import { useBell } from './use-bell.ts';

/** Shows the number of unread notifications and opens the latest ones; updates while the page is open. */
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
          {/* Beside the bell: a number above it would hide it. */}
          {unread === 0 ? null : <span className={styles.count}>{unreadText(unread)}</span>}
        </Button>
      </Popover>
      <span className={styles.visuallyHidden} role="status">
        {title === '' ? null : `新消息：${title}`}
      </span>
    </>
  );
}
