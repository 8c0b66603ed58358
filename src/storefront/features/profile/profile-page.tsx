import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { classNames } from '#storefront/ui/class-names.ts';
import { Facts } from '#storefront/ui/facts.tsx';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { Avatar } from './avatar.tsx';
import { ProfileForm } from './profile-form.tsx';
import styles from './profile-page.module.css';
import { profileQuery } from './profile-query.ts';
import { groups } from './profile-fields.ts';

/** The user's account, contact and invoice data. */
export function ProfilePage() {
  usePageTitle('个人资料');
  return (
    <section className={classNames(page.card, styles.profile)} aria-labelledby="profile-title">
      <h1 id="profile-title">个人资料</h1>
      <Suspense fallback={<ProfileSkeleton />}>
        <ProfileContent />
      </Suspense>
    </section>
  );
}

function ProfileContent() {
  const { user, roles } = useSuspenseQuery(profileQuery).data;
  return (
    <>
      <Avatar user={user} />
      <Facts
        className={styles.facts}
        facts={[
          ['用户名', user.username],
          ['公司 / 部门', user.deptName || '—'],
          ['角色', roles.map(({ roleName }) => roleName).join('、') || '—'],
        ]}
      />
      <ProfileForm user={user} />
    </>
  );
}

const FACT_COUNT = 3;

function ProfileSkeleton() {
  return (
    <SkeletonGroup>
      <div className={styles.loading}>
        <div className={styles.avatar}>
          <Skeleton width="72px" height="72px" />
        </div>
        <div className={styles.facts}>
          {Array.from({ length: FACT_COUNT }, (_, index) => (
            <Skeleton key={index} width="88px" height="41px" />
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
