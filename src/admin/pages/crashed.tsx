import { Button } from 'antd';
import { Problem } from '../components/page/problem.tsx';

/** Shown when a page could not render: because of a bug, or of an old page after an update. */
export function Crashed() {
  return (
    <Problem title="页面出错了" text="可能是系统刚刚更新。刷新后仍然出错，请联系管理员。">
      <Button type="primary" onClick={() => window.location.reload()}>
        刷新页面
      </Button>
    </Problem>
  );
}
