import { Empty, Segmented, Skeleton } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { FigureTable, type Column } from '../../components/figure-table.tsx';
import page from '../../components/page/page.module.css';
import styles from './dashboard.module.css';

interface Props<R> {
  title: string;
  unit: string;
  rows: readonly R[];
  columns: readonly Column<R>[];
  rowKey: (row: R) => string;
  isEmpty: boolean;
  /** A lazily loaded chart. */
  children: ReactNode;
}

/** A chart, or the same figures as a table. */
export function ChartCard<R>({ title, unit, rows, columns, rowKey, isEmpty, children }: Props<R>) {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  return (
    <section className={`${page.card} ${styles.card}`} aria-label={title}>
      <header className={styles.cardHead}>
        <h2>{title}</h2>
        {view === 'chart' && !isEmpty ? <small className={styles.unit}>单位：{unit}</small> : null}
        <Segmented<'chart' | 'table'>
          size="small"
          aria-label={`${title}的显示方式`}
          value={view}
          options={[
            { value: 'chart', label: '图表' },
            { value: 'table', label: '表格' },
          ]}
          onChange={setView}
        />
      </header>
      {isEmpty ? (
        <div className={styles.empty}>
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="所选日期内没有数据" />
        </div>
      ) : view === 'chart' ? (
        <div className={styles.chart}>
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 7, width: '100%' }} />}>
            {children}
          </Suspense>
        </div>
      ) : (
        <FigureTable title={title} rows={rows} columns={columns} rowKey={rowKey} isShort />
      )}
    </section>
  );
}
