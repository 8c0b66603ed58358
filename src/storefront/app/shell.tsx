import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router';
import { logout } from '#providers/auth.ts';
import { getToken, getUser, subscribe } from '#providers/session-store.ts';
import { Menu } from '#storefront/ui/menu.tsx';
import { Brand } from './brand.tsx';
import { paths } from './paths.ts';
import styles from './shell.module.css';

const links = [{ to: paths.quote, label: '在线报价' }];

/** Header and content of every page for signed-in users. */
export function Shell() {
  const name = useUserName();
  useSessionEnd();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        跳到主要内容
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to={paths.quote} className={styles.brand} aria-label="智造报价 首页">
            <Brand />
          </Link>
          <nav aria-label="主导航" className={styles.nav}>
            {links.map(({ to, label }) => (
              <NavLink
                key={to}
                to={to}
                end
                className={({ isActive }) => (isActive ? styles.current : styles.link)}
              >
                {label}
              </NavLink>
            ))}
          </nav>
          <Menu
            label={<span className={styles.user}>{name}</span>}
            items={[{ label: '退出登录', onSelect: () => void logout() }]}
          />
        </div>
      </header>
      <main id="content" className={styles.content}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </div>
  );
}

function useUserName(): string {
  const user = useSyncExternalStore(subscribe, getUser);
  return user === undefined ? '用户' : user.name || user.userName;
}

/**
 * Leaves for the login page when the session ends: here, in another tab, or because the server says so. When somebody else signed in in
 * another tab, the page starts anew as theirs.
 */
function useSessionEnd(): void {
  const token = useSyncExternalStore(subscribe, getToken);
  const [ownToken] = useState(token);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (token === ownToken && token !== null) return;
    queryClient.clear();
    if (token === null) void navigate(paths.login(pathname + search), { replace: true });
    else globalThis.location.reload();
  }, [token, ownToken, navigate, queryClient, pathname, search]);
}
