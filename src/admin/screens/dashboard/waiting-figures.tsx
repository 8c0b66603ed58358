import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  dashboards,
  MAX_WAITED,
  type WaitingFigures as WaitingFigureData,
  type WaitPhase,
} from '#contract/dashboards.ts';
import { fetchData } from '#providers/http.ts';
import { durationText } from '../../components/duration-text.ts';
import { Problem } from '../../components/problem.tsx';
import page from '../../components/page.module.css';
import styles from './dashboard.module.css';
import { figureText } from './figure-texts.ts';
import { parsePeriod } from './period.ts';

/** How long the orders that shipped in the period waited for the shop and for their customers. */
export function WaitingFigures() {
  const [params] = useSearchParams();
  const [now] = useState(() => new Date());
  const period = parsePeriod(params, now);
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['dashboard-waiting', period],
    queryFn: ({ signal }) => fetchData(dashboards.waiting, { query: period, signal, quiet: true }),
  });
  return (
    <section className={page.page} aria-label="双方等待">
      <h2>双方等待</h2>
      {isError ? (
        <Problem title="数据加载失败" text={error.message}>
          <Button type="primary" onClick={() => void refetch()}>
            重试
          </Button>
        </Problem>
      ) : data === undefined ? (
        <div className={page.card}>
          <Skeleton active paragraph={{ rows: 4 }} />
        </div>
      ) : (
        <Figures figures={data} />
      )}
    </section>
  );
}

const phaseNames: Record<WaitPhase, string> = {
  requested: '等我方报价',
  quoted: '等客户决定',
  placed: '等我方生产发货',
};

const minutesText = (minutes: number | null) => (minutes === null ? '—' : durationText(minutes));

function Figures({
  figures: { orders, shopMinutes, customerMinutes, phases, isCut },
}: {
  figures: WaitingFigureData;
}) {
  const facts: [string, number | null][] = [
    ['等我方', shopMinutes],
    ['等客户', customerMinutes],
  ];
  return (
    <>
      <div className={styles.figures}>
        {facts.map(([label, minutes]) => (
          <section key={label} className={`${page.card} ${styles.figure}`} aria-label={label}>
            <h3>{label}（平均每单）</h3>
            <strong>{minutesText(minutes)}</strong>
            <small>按本厂工作时间计，本期发货 {figureText('orders', orders)}</small>
          </section>
        ))}
      </div>
      {isCut ? <p className={styles.muted}>发货超过 {MAX_WAITED} 单，按最近的计。</p> : null}
      <section className={`${page.card} ${styles.card}`} aria-label="各阶段等待">
        <h3>各阶段等待</h3>
        <table className={styles.table}>
          <thead>
            <tr>
              {['阶段', '订单', '平均', '中位数', '九成不超过'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {phases.map(({ phase, orders: count, meanMinutes, p50Minutes, p90Minutes }) => (
              <tr key={phase}>
                <th scope="row">{phaseNames[phase]}</th>
                <td>{figureText('orders', count)}</td>
                <td>{minutesText(meanMinutes)}</td>
                <td>{minutesText(p50Minutes)}</td>
                <td>{minutesText(p90Minutes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
