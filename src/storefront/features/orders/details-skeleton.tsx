import page from '#storefront/ui/page.module.css';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import styles from './order-details-page.module.css';

/** The order page in its final proportions. */
export function DetailsSkeleton() {
  return (
    <SkeletonGroup>
      <div className={page.card}>
        <Skeleton width="min(320px, 100%)" height="56px" />
      </div>
      <div className={styles.columns}>
        <div className={page.card}>
          <Skeleton height="360px" />
        </div>
        <div className={page.card}>
          <Skeleton height="280px" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
