import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Breadcrumb, Button } from 'antd';
import { Link } from 'react-router';
import { ADMIN_HOME_PATH } from '#providers/auth-provider.ts';
import { MenuSearch } from './menu-search.tsx';
import type { MenuEntry } from './menu-tree.ts';
import styles from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

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
        <Breadcrumb
          items={[
            { title: <Link to={ADMIN_HOME_PATH}>管理后台</Link> },
            ...trail.map((entry, index) => ({
              title:
                entry.path !== undefined && index < trail.length - 1 ? (
                  <Link to={entry.path}>{entry.title}</Link>
                ) : (
                  entry.title
                ),
            })),
          ]}
        />
      </nav>
      <MenuSearch />
      <UserMenu />
    </header>
  );
}
