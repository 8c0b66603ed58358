import { memo } from 'react';
import styles from './part-notices.module.css';

interface PartNoticesProps {
  notices: readonly string[];
  onDismiss: () => void;
}

/** Changes that the customer did not make; shown until dismissed. */
export const PartNotices = memo(
  function PartNotices({ notices, onDismiss }: PartNoticesProps) {
    return (
      <div role="status">
        {notices.length > 0 && (
          <div className={styles.notices}>
            <ul>
              {notices.map((notice) => (
                <li key={notice}>{notice}</li>
              ))}
            </ul>
            <button type="button" className={styles.dismiss} onClick={onDismiss}>
              知道了
            </button>
          </div>
        )}
      </div>
    );
  },
  (before, after) => before.notices === after.notices,
);
