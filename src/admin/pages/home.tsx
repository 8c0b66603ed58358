import { Link } from 'react-router';
import { useAdminSession } from '../session/session.ts';
import { MenuIcon } from '../components/page/menu-icon.tsx';
import { screensOf, type MenuScreen } from '../session/menu-tree.ts';
import styles from './pages.module.css';
import { Today } from './today/today.tsx';

export function Home() {
  const { user, entries } = useAdminSession();
  return (
    <div className={styles.home}>
      <h1>管理后台</h1>
      <p>{user.name || user.userName}，您好。可从菜单、下面的入口或搜索（Ctrl K）打开页面。</p>
      <Today />
      {groupsOf(screensOf(entries)).map(({ title, screens }) => (
        <section key={title} className={styles.homeGroup} aria-label={title}>
          <h2>{title}</h2>
          <div className={styles.shortcuts}>
            {screens.map(({ entry }) => (
              <Link key={entry.key} to={entry.path} className={styles.shortcut}>
                <span className={styles.shortcutIcon}>
                  <MenuIcon name={entry.icon} />
                </span>
                {entry.title}
              </Link>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function groupsOf(screens: readonly MenuScreen[]): { title: string; screens: MenuScreen[] }[] {
  const groups = new Map<string, MenuScreen[]>();
  for (const screen of screens) {
    const title = screen.groups.join(' / ') || '常用';
    groups.set(title, [...(groups.get(title) ?? []), screen]);
  }
  return [...groups].map(([title, screens]) => ({ title, screens }));
}
