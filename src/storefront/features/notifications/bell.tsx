import { useId, useRef, useState, useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { unreadText, useNewNotificationTitle } from '#providers/notifications.ts';
import { useDismiss } from '#storefront/ui/layer/use-dismiss.ts';
import hidden from '#storefront/ui/visually-hidden.module.css';
import { followNotifications } from '#providers/notification-stream.ts';
import { BellPanel } from './bell-panel.tsx';
import styles from './bell.module.css';
import { NOTIFICATIONS_KEY, unreadQuery } from './notification-queries.ts';

/** Shows the number of unread notifications, live; opens the latest ones. */
export function Bell() {
  const [isOpen, setOpen] = useState(false);
  const { unread, title } = useBell();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useDismiss({ isOpen, box, opener: button, onClose: () => setOpen(false) });

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  return (
    <div ref={box} className={styles.box}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={unread === 0 ? '消息通知' : `消息通知，${unread} 条未读`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen((open) => !open)}
      >
        <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true">
          <path
            d="M10 2.8a5 5 0 0 0-5 5v3.4L3.6 14h12.8L15 11.2V7.8a5 5 0 0 0-5-5zM8 16.5a2 2 0 0 0 4 0"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        {unread > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {unreadText(unread)}
          </span>
        )}
      </button>
      <span className={hidden.visuallyHidden} role="status">
        {title !== '' && `新消息：${title}`}
      </span>
      {isOpen && <BellPanel id={id} unread={unread} onClose={close} onNavigate={() => setOpen(false)} />}
    </div>
  );
}

/** Matches queries of the order page, its messages and the order list. Excludes data of forms being filled in. */
const isOrderQuery = ([first, , section]: readonly unknown[]) =>
  first === 'orders' || (first === 'order' && (section === 'withExt' || section === 'messages'));

/** The number of unread notifications and the title of a new one. Refetches notifications and orders after changes. */
function useBell(): { unread: number; title: string } {
  const { data } = useQuery(unreadQuery);
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followNotifications((staleData) => {
        void queryClient.invalidateQueries({
          predicate: ({ queryKey }) =>
            queryKey[0] === NOTIFICATIONS_KEY[0] || (staleData === 'all' && isOrderQuery(queryKey)),
        });
      }),
    [queryClient],
  );
  return { unread: data?.unread ?? 0, title: useNewNotificationTitle(data?.latest) };
}
