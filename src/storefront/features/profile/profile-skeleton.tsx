import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { groups } from './profile-fields.ts';
import styles from './profile-page.module.css';

const FACTS = 3;

/** The profile in its final size. */
export function ProfileSkeleton() {
  return (
    <SkeletonGroup>
      <div className={styles.loading}>
        <div className={styles.avatar}>
          <Skeleton width="72px" height="72px" />
        </div>
        <div className={styles.facts}>
          {Array.from({ length: FACTS }, (_, at) => (
            <Skeleton key={at} width="88px" height="41px" />
          ))}
        </div>
        <div className={styles.form}>
          {groups.map(({ title, hint, fields }) => (
            <div key={title} className={styles.group}>
              <Skeleton width="72px" height="25px" />
              {hint !== undefined && <Skeleton width="min(360px, 100%)" height="22px" />}
              <div className={styles.fields}>
                {fields.map((field) => (
                  <div key={field.name} className={field.isWide && styles.wide}>
                    <Skeleton height={field.hint === undefined ? '62px' : '85px'} />
                  </div>
                ))}
              </div>
            </div>
          ))}
          <Skeleton width="62px" height="36px" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
