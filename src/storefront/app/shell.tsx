import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { logout } from '#providers/session/auth.ts';
import { getUser, subscribe } from '#providers/session/session-store.ts';
import { useProductName } from '#storefront/ui/use-product-name.ts';
import { Menu } from '#storefront/ui/layer/menu.tsx';
import { Brand } from './brand.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { paths } from './paths.ts';
import styles from './shell.module.css';
import { PageSkeleton } from './page-skeleton.tsx';

const links = [
  { to: paths.quote, label: '在线报价' },
  { to: paths.history, label: '历史报价' },
];

/** Loaded when the browser is idle. If it fails to load, there is no bell. */
const Bell = lazy(async () => {
  await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
  const loading = import('#storefront/features/notifications/bell.tsx');
  return { default: await loading.then((module) => module.Bell).catch(() => () => null) };
});

/** The frame of every page for signed-in users. */
export function Shell({ children }: { children: ReactNode }) {
  const user = useSyncExternalStore(subscribe, getUser);
  const [pathname, navigate] = useLocation();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        跳到主要内容
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <HomeLink />
          <nav aria-label="主导航" className={styles.nav}>
            {links.map(({ to, label }) => (
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
          <span className={styles.bell}>
            <Suspense>
              <Bell />
            </Suspense>
          </span>
          <Menu
            label={
              <>
                {user?.avatar && <img className={styles.avatar} src={user.avatar} alt="" />}
                <span className={styles.user}>{user ? user.name || user.userName : '用户'}</span>
              </>
            }
            items={[
              { label: '个人资料', onSelect: () => navigate(paths.profile) },
              { label: '修改密码', onSelect: () => navigate(paths.editPassword) },
              { label: '退出登录', onSelect: () => void logout() },
            ]}
          />
        </div>
      </header>
      <main id="content" className={styles.content}>
        {/* The user area stays mounted across its pages. */}
        <ErrorBoundary key={pathname.replace(/^\/user\/.*/, '/user')} resetKey={pathname}>
          <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}

/** The frame of a page that needs no session. */
export function PublicShell({ children }: { children: ReactNode }) {
  return (
    <div className={styles.shell}>
      <header className={styles.header}>
        <div className={styles.bar}>
          <HomeLink />
        </div>
      </header>
      <main className={styles.content}>{children}</main>
    </div>
  );
}

function HomeLink() {
  const name = useProductName();
  return (
    <Link to={paths.quote} className={styles.brand} aria-label={`${name} 首页`}>
      <Brand />
    </Link>
  );
}
