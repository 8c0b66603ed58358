import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { classNames } from '#storefront/ui/class-names.ts';
import { Facts } from '#storefront/ui/facts.tsx';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { Avatar } from './avatar.tsx';
import { ProfileForm } from './profile-form.tsx';
import styles from './profile-page.module.css';
import { profileQuery } from './profile-query.ts';
import { ProfileSkeleton } from './profile-skeleton.tsx';

/** The user's name, contact and invoice data. */
export function ProfilePage() {
  usePageTitle('个人资料');
  return (
    <section className={classNames(page.card, styles.profile)} aria-labelledby="profile-title">
      <h1 id="profile-title">个人资料</h1>
      <Suspense fallback={<ProfileSkeleton />}>
        <LoadedProfile />
      </Suspense>
    </section>
  );
}

function LoadedProfile() {
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
