import { useSyncExternalStore } from 'react';
import styles from './offline-bar.module.css';

/** Shown while there is no connection. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <p role="status" className={styles.bar}>
      网络已断开：已打开的内容可以继续查看和填写，恢复连接后再提交。
    </p>
  );
}

function subscribe(onChange: () => void): () => void {
  globalThis.addEventListener('online', onChange);
  globalThis.addEventListener('offline', onChange);
  return () => {
    globalThis.removeEventListener('online', onChange);
    globalThis.removeEventListener('offline', onChange);
  };
}
