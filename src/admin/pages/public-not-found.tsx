import { Link } from 'react-router';
import { ADMIN_HOME_PATH } from '#providers/session/auth-provider.ts';
import { Entrance } from './entrance.tsx';
import styles from './pages.module.css';

/** The 404 page for visitors without a session. */
export function PublicNotFound() {
  return (
    <Entrance hint="404 · 抱歉，您访问的页面不存在">
      <p className={styles.hint}>
        <Link to={ADMIN_HOME_PATH}>返回管理后台首页</Link>
      </p>
    </Entrance>
  );
}
