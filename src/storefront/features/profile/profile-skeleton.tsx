import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { groups } from './profile-fields.ts';
import styles from './profile-page.module.css';

/** The form in its final size. */
export function ProfileSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton height="46px" />
      {groups.map(({ title, hint, fields }) => (
        <div key={title} className={styles.group}>
          <Skeleton width="96px" height="24px" />
          {hint !== undefined && <Skeleton width="min(360px, 100%)" height="22px" />}
          <div className={styles.fields}>
            {fields.map(({ name, isWide, hint: fieldHint }) => (
              <div key={name} className={isWide && styles.wide}>
                <Skeleton height={fieldHint === undefined ? '62px' : '85px'} />
              </div>
            ))}
          </div>
        </div>
      ))}
      <Skeleton width="64px" height="36px" />
    </SkeletonGroup>
  );
}
