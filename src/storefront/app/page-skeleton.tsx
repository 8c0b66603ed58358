import page from '#storefront/ui/page.module.css';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';

/** Grey bars in place of a page that is loading. */
export function PageSkeleton() {
  return (
    <div className={page.page}>
      <SkeletonGroup>
        <Skeleton height="56px" />
        <Skeleton height="320px" />
      </SkeletonGroup>
    </div>
  );
}
