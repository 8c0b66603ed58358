import { Suspense } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { lazyView } from '#providers/lazy-view.ts';
import { NotificationsPage } from '#storefront/features/notifications/notifications-page.tsx';
import { OrderHistoryPage } from '#storefront/features/orders/history/order-history-page.tsx';
import { EditPasswordPage } from '#storefront/features/password/edit-password-page.tsx';
import { ProfilePage } from '#storefront/features/profile/profile-page.tsx';
import { classNames } from '#storefront/ui/class-names.ts';
import page from '#storefront/ui/page.module.css';
import { paths } from './paths.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import styles from './user-area.module.css';

const SealPage = lazyView(async () => (await import('#storefront/features/seal/seal-page.tsx')).SealPage);

const PartsPage = lazyView(async () => (await import('#storefront/features/parts/parts-page.tsx')).PartsPage);

const entries = [
  { to: paths.profile, label: '个人资料', Page: ProfilePage },
  { to: paths.history, label: '历史报价', Page: OrderHistoryPage },
  { to: paths.parts, label: '零件库', Page: PartsPage },
  { to: paths.notifications, label: '消息通知', Page: NotificationsPage },
  { to: paths.seal, label: '签名印章', Page: SealPage },
  { to: paths.editPassword, label: '修改密码', Page: EditPasswordPage },
];

/** The user's own pages with a side menu (tabs on phones). */
export function UserArea() {
  const [pathname] = useLocation();
  return (
    <div className={classNames(page.page, styles.area)}>
      <nav aria-label="个人中心" className={styles.menu}>
        {entries.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className={pathname === to ? styles.current : styles.link}
            aria-current={pathname === to ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className={styles.content}>
        <Suspense fallback={<PageSkeleton />}>
          <Switch>
            {entries.map(({ to, Page }) => (
              <Route key={to} path={to}>
                <Page />
              </Route>
            ))}
            <Route path="/user">
              <Redirect to={paths.profile} replace />
            </Route>
            <Route>
              <Redirect to={paths.notFound} replace />
            </Route>
          </Switch>
        </Suspense>
      </div>
    </div>
  );
}
