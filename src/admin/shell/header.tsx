import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { ADMIN_HOME_PATH } from '#providers/session/auth-provider.ts';
import { Palette } from './palette/palette.tsx';
import type { MenuEntry } from '../session/menu-tree.ts';
import styles from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

// Loaded after the page has rendered; if this fails, the page works without it.
const NotificationBell = lazy(async () => {
  await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
  const loading = import('./notification-bell.tsx');
  return { default: await loading.then((m) => m.NotificationBell).catch(() => () => null) };
});

interface Props {
  isMenuShown: boolean;
  onToggleMenu: () => void;
  trail: readonly MenuEntry[];
}

export function Header({ isMenuShown, onToggleMenu, trail }: Props) {
  return (
    <header className={styles.header}>
      <Button
        type="text"
        aria-label={isMenuShown ? '收起菜单' : '展开菜单'}
        aria-expanded={isMenuShown}
        icon={isMenuShown ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        onClick={onToggleMenu}
      />
      <nav aria-label="面包屑" className={styles.breadcrumb}>
        <ol>
          <li>
            <Link to={ADMIN_HOME_PATH}>管理后台</Link>
          </li>
          {trail.map((entry, index) => {
            const isLast = index === trail.length - 1;
            return (
              <li key={entry.key} aria-current={isLast ? 'page' : undefined}>
                {entry.path !== undefined && !isLast ? (
                  <Link to={entry.path}>{entry.title}</Link>
                ) : (
                  entry.title
                )}
              </li>
            );
          })}
        </ol>
      </nav>
      <Palette />
      <span className={styles.bell}>
        <Suspense>
          <NotificationBell />
        </Suspense>
      </span>
      <UserMenu />
    </header>
  );
}
