import { Button } from 'antd';
import { Problem } from './problem.tsx';

interface Props {
  /** The name of the content, such as 列表. */
  label: string;
  error: { message: string };
  onRetry: () => unknown;
}

export function LoadError({ label, error, onRetry }: Props) {
  return (
    <Problem title={`${label}加载失败`} text={error.message}>
      <Button type="primary" onClick={() => void onRetry()}>
        重试
      </Button>
    </Problem>
  );
}
