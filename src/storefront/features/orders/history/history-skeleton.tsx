import { classNames } from '#storefront/ui/class-names.ts';
import list from '#storefront/ui/list/paged-list.module.css';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import styles from './history-list.module.css';

const ROWS = 8;

/** Rows of the history in their final size. */
export function HistorySkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton width="72px" height="22px" />
      <div className={list.list}>
        {Array.from({ length: ROWS }, (_, at) => (
          <div key={at} className={classNames(list.record, styles.row)}>
            <div className={styles.what}>
              <Skeleton width="min(220px, 100%)" height="24px" />
              <Skeleton width="min(320px, 100%)" height="20px" />
              <Skeleton width="min(260px, 100%)" height="18px" />
            </div>
            <div className={styles.figures}>
              <Skeleton width="96px" height="42px" />
              <Skeleton width="112px" height="42px" />
            </div>
            <div className={styles.actions}>
              <Skeleton height="var(--actions-height)" />
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
