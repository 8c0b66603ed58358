import { classNames } from '#storefront/ui/class-names.ts';
import list from '#storefront/ui/list/paged-list.module.css';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import styles from './parts-page.module.css';

const ROWS = 6;

/** Rows of the library in their final size. */
export function PartsSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton width="96px" height="22px" />
      <div className={list.list}>
        {Array.from({ length: ROWS }, (_, at) => (
          <div key={at} className={classNames(list.record, styles.row)}>
            <Skeleton width="18px" height="18px" />
            <Skeleton width="96px" height="72px" />
            <div className={styles.what}>
              <Skeleton width="min(200px, 100%)" height="24px" />
              <Skeleton width="min(320px, 100%)" height="18px" />
              <Skeleton width="min(180px, 100%)" height="18px" />
            </div>
            <div className={styles.last}>
              <Skeleton width="96px" height="42px" />
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
