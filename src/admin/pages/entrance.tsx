import type { ReactNode } from 'react';
import icon from '#theme/icon.svg?inline';
import { joinTitle } from '#providers/product-name.ts';
import { useProductName } from '../components/use-product-name.ts';
import styles from './pages.module.css';

/** The frame of pages outside the back office, such as the login page. */
export function Entrance({ hint, children }: { hint: string; children: ReactNode }) {
  const productName = useProductName();
  return (
    <main className={styles.entrance}>
      <div className={styles.entranceHead}>
        <img src={icon} width="40" height="40" alt="" />
        <h1>{joinTitle(productName, '管理后台')}</h1>
        <p>{hint}</p>
      </div>
      <div className={styles.entranceCard}>{children}</div>
    </main>
  );
}
