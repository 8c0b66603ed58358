import { Problem } from './problem.tsx';

export function Forbidden() {
  return <Problem title="403" text="您没有此操作的权限，需要时请联系管理员" />;
}
