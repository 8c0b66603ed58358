import { Button } from 'antd';
import { Problem } from './problem.tsx';

interface Props {
  /** What did not load, such as 列表. */
  what: string;
  error: { message: string };
  onRetry: () => unknown;
}

/** Says that a query failed and why, and offers to send it again. */
export function LoadProblem({ what, error, onRetry }: Props) {
  return (
    <Problem title={`${what}加载失败`} text={error.message}>
      <Button type="primary" onClick={() => void onRetry()}>
        重试
      </Button>
    </Problem>
  );
}
