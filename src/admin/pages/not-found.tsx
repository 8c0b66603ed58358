import { Link } from 'react-router';
import { ADMIN_HOME_PATH } from '#providers/session/auth-provider.ts';
import { Problem } from '../components/page/problem.tsx';

export function NotFound() {
  return (
    <Problem title="404" text="抱歉，您访问的页面不存在">
      <Link to={ADMIN_HOME_PATH}>返回管理后台首页</Link>
    </Problem>
  );
}
