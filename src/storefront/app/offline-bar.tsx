import styles from './offline-bar.module.css';
import { useOnline } from './use-online.ts';

export function OfflineBar() {
  if (useOnline()) return null;
  return (
    <p role="status" className={styles.bar}>
      网络已断开：已打开的内容可以继续查看和填写，恢复连接后再提交。
    </p>
  );
}
