import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { priceTable } from '#contract/price-table.ts';
import { fetchData } from '#providers/http.ts';
import { Problem } from '../../components/problem.tsx';
import { PriceEditor } from './price-editor.tsx';
import styles from './price-table.module.css';

/** 价目总表: every price of every material in one grid. */
export function PriceTableScreen() {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['price-table'],
    queryFn: () => fetchData(priceTable.read),
    // Fetched when the screen opens and on demand, never while the user edits.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: undefined,
  });
  const reload = () => void refetch();
  return (
    <div className={styles.screen}>
      <h1>价目总表</h1>
      {data ? <PriceEditor key={dataUpdatedAt} table={data} onReload={reload} /> : null}
      {!data && error ? (
        <Problem title="价目加载失败" text={error.message}>
          <Button type="primary" onClick={reload}>
            重试
          </Button>
        </Problem>
      ) : null}
      {!data && !error ? <Skeleton active paragraph={{ rows: 12 }} /> : null}
    </div>
  );
}
