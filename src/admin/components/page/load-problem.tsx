import { Button } from 'antd';
import { Problem } from './problem.tsx';

interface Props {
  /** Names the failed content, such as 列表. */
  what: string;
  error: { message: string };
  onRetry: () => unknown;
}

/** Shows why a query failed, and offers to repeat it. */
export function LoadProblem({ what, error, onRetry }: Props) {
  return (
    <Problem title={`${what}加载失败`} text={error.message}>
      <Button type="primary" onClick={() => void onRetry()}>
        重试
      </Button>
    </Problem>
  );
}
