import { Grid } from 'antd';
import { lazy, Suspense, useEffect, useState, type MouseEvent } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import icon from '#theme/icon.svg?inline';
import { ADMIN_HOME_PATH } from '#providers/session/auth-provider.ts';
import { readStored, writeStored } from '#providers/browser-storage.ts';
import { joinTitle } from '#providers/product-name.ts';
import { useProductName } from '../components/use-product-name.ts';
import { useAdminSession } from '../session/session.ts';
import { ListSkeleton } from '../components/page/list-skeleton.tsx';
import { Header } from './header.tsx';
import { ShellMenu } from './shell-menu.tsx';
import styles from './shell.module.css';
import { trailOf } from '../session/menu-tree.ts';

// Loaded lazily, because only a narrow window needs it.
const MenuDrawer = lazy(() => import('./menu-drawer.tsx').then((m) => ({ default: m.MenuDrawer })));

const COLLAPSED_KEY = 'admin.menu-collapsed';

/** Brand, menu and header around every page of the back office. */
export function Shell() {
  const { entries } = useAdminSession();
  const { pathname } = useLocation();
  const productName = useProductName();
  const isWide = Grid.useBreakpoint().md !== false;
  const [isCollapsed, setIsCollapsed] = useState(() => readStored(COLLAPSED_KEY) === '1');
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const trail = trailOf(entries, pathname);
  const title = trail.at(-1)?.title ?? '管理后台';

  useEffect(() => {
    document.title = joinTitle(title, productName);
  }, [title, productName]);

  function toggle() {
    if (!isWide) return setIsDrawerOpen(true);
    writeStored(COLLAPSED_KEY, isCollapsed ? null : '1');
    setIsCollapsed(!isCollapsed);
  }

  const brand = (
    <Link to={ADMIN_HOME_PATH} className={styles.brand} aria-label={`${productName} 管理后台首页`}>
      <img src={icon} width="28" height="28" alt="" />
      {isWide && isCollapsed ? null : <span>{productName}</span>}
    </Link>
  );

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content" onClick={skipMenu}>
        跳到内容
      </a>
      {isWide ? (
        <aside className={styles.side} data-collapsed={isCollapsed}>
          {brand}
          <ShellMenu isCollapsed={isCollapsed} trail={trail} />
        </aside>
      ) : (
        <Suspense fallback={null}>
          <MenuDrawer
            title={brand}
            trail={trail}
            isOpen={isDrawerOpen}
            onClose={() => setIsDrawerOpen(false)}
          />
        </Suspense>
      )}
      <div className={styles.main}>
        <Header isMenuShown={isWide ? !isCollapsed : isDrawerOpen} onToggleMenu={toggle} trail={trail} />
        <main id="content" className={styles.content} tabIndex={-1}>
          <Suspense fallback={<ListSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <ScrollRestoration getKey={(location) => location.pathname} />
    </div>
  );
}

/** Moves the focus itself, because the router would treat the browser's jump to the anchor as a navigation. */
function skipMenu(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
