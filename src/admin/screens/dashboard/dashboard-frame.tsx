import { Skeleton } from 'antd';
import { type EndpointQuery, useEndpoint } from '../../calls/use-endpoint.ts';
import { PeriodInput, type Period } from '../../field-types/time/date-input.tsx';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { LoadError } from '../../components/page/load-error.tsx';
import { MAX_DAYS, periodBefore, periodPresets, usePeriod } from './period.ts';
import page from '../../components/page/page.module.css';
import cards from '../../components/fact-cards.module.css';
import styles from './dashboard.module.css';

interface Props<D> {
  title: string;
  queryOf: (period: Period) => EndpointQuery<D>;
  figureCount: number;
  chartCount: number;
  /** Whether a table follows the charts. */
  hasTable?: boolean;
  children: (figures: D) => ReactNode;
}

/** A dashboard's heading, its period (stored in the URL) and its figures. */
export function DashboardFrame<D>({ title, queryOf, figureCount, chartCount, hasTable, children }: Props<D>) {
  const [, setParams] = useSearchParams();
  const { period, now } = usePeriod();
  const before = periodBefore(period);
  const { data, isError, error, refetch, isPlaceholderData } = useEndpoint(queryOf(period));
  return (
    <div className={page.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <small className={styles.muted}>
          对比上期 {before.beginDate} 至 {before.endDate}
        </small>
        <PeriodInput
          label="日期范围"
          value={period}
          maxDays={MAX_DAYS}
          presets={periodPresets(now)}
          onChange={({ beginDate, endDate }) => setParams({ beginDate, endDate })}
        />
      </header>
      {isError ? (
        <LoadError label="数据" error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <DashboardSkeleton figureCount={figureCount} chartCount={chartCount} hasTable={hasTable} />
      ) : (
        <div
          className={`${page.page} ${styles.body}`}
          data-stale={isPlaceholderData}
          aria-busy={isPlaceholderData}
        >
          {children(data)}
        </div>
      )}
    </div>
  );
}

const indexes = (length: number) => Array.from({ length }, (_, index) => index);

/** Has as many figures, charts and tables as the loaded page, so that nothing moves when the page loads. */
function DashboardSkeleton({
  figureCount,
  chartCount,
  hasTable,
}: Pick<Props<object>, 'figureCount' | 'chartCount' | 'hasTable'>) {
  return (
    <div className={`${page.page} ${styles.body}`} aria-busy>
      <div className={cards.figures}>
        {indexes(figureCount).map((index) => (
          <div key={index} className={`${page.card} ${cards.figure}`}>
            <Skeleton active paragraph={{ rows: 2 }} />
          </div>
        ))}
      </div>
      <div className={styles.cards}>
        {indexes(chartCount).map((index) => (
          <div key={index} className={`${page.card} ${styles.card}`}>
            <Skeleton active paragraph={{ rows: 8 }} />
          </div>
        ))}
      </div>
      {hasTable ? (
        <div className={`${page.card} ${styles.card}`}>
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      ) : null}
    </div>
  );
}
