import page from '#storefront/ui/page.module.css';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';

/** Shown until the first page is loaded. */
export function Starting() {
  return (
    <div className={page.page}>
      <SkeletonGroup>
        <Skeleton height="56px" />
        <Skeleton height="320px" />
      </SkeletonGroup>
    </div>
  );
}
