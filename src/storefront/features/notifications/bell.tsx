import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { unreadText } from '#providers/inbox.ts';
import { BellPanel } from './bell-panel.tsx';
import styles from './bell.module.css';
import { unreadQuery } from './notification-queries.ts';
import { useNews } from './use-news.ts';

/** How many unread notifications there are; opens the latest. Follows them while the page is open. */
export function Bell() {
  const [isOpen, setOpen] = useState(false);
  const { data: unread = 0 } = useQuery(unreadQuery);
  const heard = useNews();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) setOpen(false);
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('keydown', closeByKey);
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('keydown', closeByKey);
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

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
      <span className={styles.heard} role="status">
        {heard !== '' && `新消息：${heard}`}
      </span>
      {isOpen && <BellPanel id={id} unread={unread} onClose={close} onLeave={() => setOpen(false)} />}
    </div>
  );
}
