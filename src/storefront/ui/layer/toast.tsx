import { useCallback, useEffect, useRef, useState } from 'react';
import { subscribe, type NoticeType, type ShownNotice } from '#providers/notices.ts';
import { classNames } from '../class-names.ts';
import page from '../page.module.css';
import styles from './toast.module.css';

/** Errors take longer to read. */
const DURATION_MS: Readonly<Record<NoticeType, number>> = {
  success: 3000,
  info: 4000,
  warning: 6000,
  error: 8000,
};
const MAX_SHOWN = 4;

const labels: Readonly<Record<NoticeType, string>> = {
  success: '成功',
  info: '提示',
  warning: '注意',
  error: '错误',
};
const symbols: Readonly<Record<NoticeType, string>> = { success: '✓', info: 'i', warning: '!', error: '✕' };

/** Shows all notices, newest last, and announces them to screen readers. */
export function Toasts() {
  const [notices, setNotices] = useState<readonly ShownNotice[]>([]);
  const stack = useRef<HTMLElement>(null);
  const dismiss = useCallback(
    (key: string) => setNotices((shown) => shown.filter((notice) => notice.key !== key)),
    [],
  );
  useEffect(
    () =>
      subscribe((notice) =>
        setNotices((shown) => [...shown.filter(({ key }) => key !== notice.key), notice].slice(-MAX_SHOWN)),
      ),
    [],
  );
  const newest = notices.at(-1)?.id;
  useEffect(() => {
    const element = stack.current;
    if (newest === undefined || !element || !('showPopover' in element)) return;
    // Reopened for each notice, because only the last opened popover is above a dialog.
    element.popover = 'manual';
    element.showPopover();
    return () => element.hidePopover();
  }, [newest]);
  return (
    <section
      ref={stack}
      className={styles.stack}
      aria-label="消息"
      aria-live="polite"
      aria-relevant="additions"
    >
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} onDismiss={dismiss} />
      ))}
    </section>
  );
}

interface ToastProps {
  notice: ShownNotice;
  onDismiss: (key: string) => void;
}

function Toast({ notice, onDismiss }: ToastProps) {
  const [isPaused, setPaused] = useState(false);
  const { key, type, message, description, isPersistent = false } = notice;
  useEffect(() => {
    if (isPaused || isPersistent) return;
    const timer = setTimeout(() => onDismiss(key), DURATION_MS[type]);
    return () => clearTimeout(timer);
  }, [isPaused, key, onDismiss, isPersistent, type]);
  return (
    <div
      role={type === 'error' ? 'alert' : 'status'}
      className={classNames(styles.toast, styles[type])}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span className={styles.sign} role="img" aria-label={labels[type]}>
        {symbols[type]}
      </span>
      <div className={styles.text}>
        <p>{message}</p>
        {description !== undefined && <p className={page.meta}>{description}</p>}
      </div>
      <button type="button" className={styles.close} aria-label="关闭消息" onClick={() => onDismiss(key)}>
        ✕
      </button>
    </div>
  );
}
