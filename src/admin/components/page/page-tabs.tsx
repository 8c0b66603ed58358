import { Link, useLocation } from 'react-router';
import { useAdminSession } from '../../session/session.ts';
import styles from './page-tabs.module.css';

interface Props {
  tabs: readonly { path: string; label: string; permission: string }[];
}

/** Tabs for the related pages that the user may open. */
export function PageTabs({ tabs }: Props) {
  const { pathname } = useLocation();
  const { may } = useAdminSession();
  const allowed = tabs.filter(({ permission }) => may(permission));
  const current = allowed
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  return (
    <nav className={styles.tabs} aria-label="相关页面">
      {allowed.map((tab) => (
        <Link
          key={tab.path}
          className={styles.tab}
          to={tab.path}
          aria-current={tab === current ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
