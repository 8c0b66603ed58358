import type { ReactNode } from 'react';
import { CallError } from '#providers/http/result.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button, ButtonLink } from '../button.tsx';
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
  children?: ReactNode;
}

/** In place of a list, with the ways to go on. */
export function ListMessage({ text, isFailure = false, children }: ListMessageProps) {
  return (
    <div className={styles.message}>
      <p role={isFailure ? 'alert' : 'status'}>{text}</p>
      {children}
    </div>
  );
}

interface NothingFoundProps {
  /** What the list consists of: 零件. */
  records: string;
  isFiltered: boolean;
  /** The address of the list without filters. */
  all: string;
  /** How the first record comes about. */
  hint: string;
}

/** In place of a list without any record: the way to all of them, or to the first quotation. */
export function NothingFound({ records, isFiltered, all, hint }: NothingFoundProps) {
  return isFiltered ? (
    <ListMessage text={`没有符合条件的${records}。`}>
      <ButtonLink to={all}>查看全部</ButtonLink>
    </ListMessage>
  ) : (
    <ListMessage text={`还没有${records}。${hint}`}>
      <ButtonLink to={paths.quote} variant="primary">
        去报价
      </ButtonLink>
    </ListMessage>
  );
}
