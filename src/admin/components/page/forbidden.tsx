import { Link } from 'react-router';
import { ADMIN_HOME_PATH } from '#providers/session/auth-provider.ts';
import { Problem } from './problem.tsx';

export function Forbidden() {
  return (
    <Problem title="403" text="您没有此操作的权限，需要时请联系管理员">
      <Link to={ADMIN_HOME_PATH}>返回管理后台首页</Link>
    </Problem>
  );
}
