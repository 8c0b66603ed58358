import type { ReactNode } from 'react';
import { CallError } from '#providers/http/result.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button, ButtonLink } from '../button.tsx';
import styles from './list-message.module.css';

interface ListErrorProps {
  error: Error;
  isBusy: boolean;
  onRetry: () => void;
}

/** Replaces a list that could not be fetched. */
export function ListError({ error, isBusy, onRetry }: ListErrorProps) {
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

/** A message in place of a list, with suggested actions. */
export function ListMessage({ text, isFailure = false, children }: ListMessageProps) {
  return (
    <div className={styles.message}>
      <p role={isFailure ? 'alert' : 'status'}>{text}</p>
      {children}
    </div>
  );
}

interface EmptyListProps {
  /** Noun for the records: 零件. */
  records: string;
  isFiltered: boolean;
  /** URL of the list without filters. */
  listUrl: string;
  /** Explains how to get the first record. */
  hint: string;
}

/** Replaces an empty list; links to the unfiltered list, or to a first quotation. */
export function EmptyList({ records, isFiltered, listUrl, hint }: EmptyListProps) {
  return isFiltered ? (
    <ListMessage text={`没有符合条件的${records}。`}>
      <ButtonLink to={listUrl}>查看全部</ButtonLink>
    </ListMessage>
  ) : (
    <ListMessage text={`还没有${records}。${hint}`}>
      <ButtonLink to={paths.quote} variant="primary">
        去报价
      </ButtonLink>
    </ListMessage>
  );
}
