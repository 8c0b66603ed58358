import type { UseQueryResult } from '@tanstack/react-query';
import { Empty, Input, Segmented, Skeleton } from 'antd';
import type { DataOf } from '#contract/kernel/endpoint.ts';
import {
  DESK_OWNERS,
  MAX_DESK_COUNT,
  type DeskRequest,
  type quoteDesk,
} from '#contract/orders/quote-desk.ts';
import { formatYuan } from '#domain/money.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import page from '../../components/page/page.module.css';
import { LoadError } from '../../components/page/load-error.tsx';
import { Pager } from '../../components/page/paged-list.tsx';
import { Tag } from '../../field-types/tag.tsx';
import { countsQuery, PAGE_SIZE, type DeskFilters } from './desk-queries.ts';
import styles from './quote-desk.module.css';
import { durationText } from '../../components/duration-text.ts';

interface Props {
  filters: DeskFilters;
  queue: UseQueryResult<DataOf<typeof quoteDesk.list>>;
  pageIndex: number;
  openId: number | undefined;
  /** Requests with an unsent offer. */
  unsentIds: ReadonlySet<number>;
  onFilter: (changed: Record<keyof DeskFilters, string | undefined>) => void;
  onPage: (index: number) => void;
  onOpen: (id: number) => void;
}

const countText = (count: number | undefined) =>
  count === undefined ? '' : ` ${count >= MAX_DESK_COUNT ? `${MAX_DESK_COUNT - 1}+` : count}`;

/** The waiting requests, in the order in which answers are due. */
export function DeskQueue(props: Props) {
  const { filters, queue, pageIndex, onFilter, onPage } = props;
  const { data: counts } = useEndpoint(countsQuery);
  const { owner, due, approval, orderNo, customer } = filters;
  // `others` has no tab of its own.
  const tab = due ?? approval ?? (owner === 'others' ? undefined : owner) ?? 'all';
  const tabs = [
    { value: 'all', label: `全部${countText(counts?.all)}` },
    { value: 'mine', label: `我的${countText(counts?.mine)}` },
    { value: 'free', label: `待认领${countText(counts?.free)}` },
    { value: 'late', label: `超时${countText(counts?.late)}` },
    { value: 'waiting', label: `待审批${countText(counts?.waiting)}` },
  ];
  const text = orderNo ?? customer ?? '';

  function choose(value: string) {
    onFilter({
      orderNo,
      customer,
      owner: DESK_OWNERS.find((deskOwner) => deskOwner === value),
      due: value === 'late' ? value : undefined,
      approval: value === 'waiting' ? value : undefined,
    });
  }

  function search(value: string) {
    const trimmed = value.trim();
    const isOrderNo = /^[a-z]*[\d-]+$/i.test(trimmed);
    onFilter({
      owner,
      due,
      approval,
      orderNo: isOrderNo ? trimmed : undefined,
      customer: isOrderNo ? undefined : trimmed,
    });
  }

  return (
    <section className={`${page.card} ${styles.queue}`} aria-label="待报价队列">
      <Segmented className={styles.tabs} aria-label="哪些询价" value={tab} options={tabs} onChange={choose} />
      <Input.Search
        key={text}
        allowClear
        defaultValue={text}
        maxLength={200}
        placeholder="订单编号或客户，回车搜索"
        aria-label="搜索订单编号或客户"
        onSearch={search}
      />
      <Rows {...props} />
      <Pager
        simple
        size="small"
        align="center"
        pageIndex={pageIndex}
        pageSize={PAGE_SIZE}
        total={queue.data?.count ?? 0}
        onPage={onPage}
      />
    </section>
  );
}

function Rows({ queue, openId, unsentIds, onOpen }: Props) {
  if (queue.isError && !queue.data) {
    return <LoadError label="队列" error={queue.error} onRetry={queue.refetch} />;
  }
  if (!queue.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { list } = queue.data;
  if (list.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有待报价的询价" />;
  }
  return (
    <ul className={styles.rows}>
      {list.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className={styles.row}
            aria-current={row.id === openId ? 'true' : undefined}
            onClick={() => onOpen(row.id)}
          >
            <span className={styles.rowHead}>
              <strong>{row.customer}</strong>
              {row.lead === undefined ? null : <Tag color="blue">{row.lead}</Tag>}
              {row.isAgain ? <Tag color="blue">再次询价</Tag> : null}
              {row.isWaiting ? <Tag color="orange">待客户答复</Tag> : null}
              <Clock minutesLeft={row.minutesLeft} />
            </span>
            <span className={styles.summary}>{row.summary}</span>
            <span className={styles.rowHead}>
              <small>
                {row.orderNo} · {row.itemCount} 种 {row.pieceCount} 件
                {row.targetPrice === null ? '' : ` · 目标 ${formatYuan(row.targetPrice)}`}
              </small>
              <span className={styles.tags}>
                {unsentIds.has(row.id) ? <Tag color="gold">未发送的报价</Tag> : null}
                {row.isForRelease ? <Tag color="orange">待审批</Tag> : null}
                <Owner request={row} />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function Clock({ minutesLeft }: Pick<DeskRequest, 'minutesLeft'>) {
  return (
    <span className={styles.clock} data-urgency={urgencyOf(minutesLeft)}>
      {clockText(minutesLeft)}
    </span>
  );
}

function Owner({ request: { ownerId, ownerName, isMine } }: { request: DeskRequest }) {
  if (ownerId === null) return <Tag>待认领</Tag>;
  return isMine ? <Tag color="green">我</Tag> : <Tag color="blue">{ownerName}</Tag>;
}

/** 剩 3 小时 20 分 or 超时 2 小时, in working time; '' without a due time. */
const clockText = (minutesLeft: number | null): string =>
  minutesLeft === null ? '' : `${minutesLeft < 0 ? '超时' : '剩'} ${durationText(Math.abs(minutesLeft))}`;

/** `soon`: due within two working hours. */
function urgencyOf(minutesLeft: number | null): 'late' | 'soon' | undefined {
  if (minutesLeft === null || minutesLeft >= 120) return undefined;
  return minutesLeft < 0 ? 'late' : 'soon';
}
