import type { ReactNode } from 'react';
import { CallError } from '#providers/http/result.ts';
import { Button } from '../button.tsx';
import styles from './list-message.module.css';

interface FailedListProps {
  error: Error;
  isBusy: boolean;
  onRetry: () => void;
}

/** The list could not be fetched. */
export function FailedList({ error, isBusy, onRetry }: FailedListProps) {
  const requestId = error instanceof CallError ? error.requestId : '';
  return (
    <ListMessage
      text={requestId === '' ? error.message : `${error.message}（请求编号 ${requestId}）`}
      isFailure
    >
      <Button isBusy={isBusy} onClick={onRetry}>
        重试
      </Button>
    </ListMessage>
  );
}

interface ListMessageProps {
  text: string;
  isFailure?: boolean;
  /** Suggested actions. */
  children: ReactNode;
}

/** Stands in place of a list, with what one can do. */
export function ListMessage({ text, isFailure = false, children }: ListMessageProps) {
  return (
    <div className={styles.message}>
      <p role={isFailure ? 'alert' : 'status'}>{text}</p>
      {children}
    </div>
  );
}
