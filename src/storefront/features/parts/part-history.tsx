import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { MAX_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { formatYuan } from '#domain/money.ts';
import { LINE_PRICE_LABEL, piecePriceText } from '#domain/pricing/line-price.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { useOrderStatus } from '#storefront/app/dict-options.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button } from '#storefront/ui/button.tsx';
import { ListError } from '#storefront/ui/list/list-message.tsx';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { Tag } from '#storefront/ui/tag.tsx';
import { historyQuery } from './parts-query.ts';
import styles from './parts-page.module.css';

const ROWS = 10;

/** Past orders and quotations of a part with quantity and price, newest first. */
export function PartHistory({ id }: { id: number }) {
  const [size, setSize] = useState(ROWS);
  const statusOf = useOrderStatus();
  const { data, error, isFetching, refetch } = useQuery(historyQuery(id, size));
  if (error) return <ListError error={error} isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <SkeletonGroup>
        <Skeleton height="72px" />
      </SkeletonGroup>
    );
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls with the keyboard */}
      <div className={styles.scroll} role="group" aria-label="订单记录" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">编号</th>
              <th scope="col">状态</th>
              <th scope="col">材料</th>
              <th scope="col">数量</th>
              <th scope="col">{LINE_PRICE_LABEL}</th>
              <th scope="col">小计</th>
            </tr>
          </thead>
          <tbody>
            {data.list.map(({ orderId, orderNo, lineNo, at, status, item }) => (
              <tr key={`${orderId} ${lineNo}`}>
                <td>{dateText(at)}</td>
                <td>
                  <Link to={paths.orderDetails(orderId)}>{orderNo}</Link>
                </td>
                <td>
                  <Tag label={statusOf(status).label} tone={statusOf(status).listClass} />
                </td>
                <td>{item.materialName}</td>
                <td>{item.num}</td>
                <td>{item.line_total === null ? '—' : piecePriceText(item.line_total, item.num)}</td>
                <td>{item.line_total === null ? '待报价' : formatYuan(item.line_total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.count > size && size < MAX_PAGE_SIZE && (
        <Button size="small" isBusy={isFetching} onClick={() => setSize(Math.min(MAX_PAGE_SIZE, size * 4))}>
          更多记录（共 {data.count} 条）
        </Button>
      )}
    </>
  );
}
