import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { dashboards, MAX_REQUESTS, type RequestFigures as RequestFigureData } from '#contract/dashboards.ts';
import { fetchData } from '#providers/http.ts';
import { durationText } from '../../components/duration-text.ts';
import { Problem } from '../../components/problem.tsx';
import page from '../../components/page.module.css';
import { ChartCard } from './chart-card.tsx';
import { RankChart } from './charts.ts';
import styles from './dashboard.module.css';
import { figureText } from './figure-texts.ts';
import { parsePeriod } from './period.ts';

/** How fast requests of the period were answered, by whom, what became of the offers, and why they were refused. */
export function RequestFigures() {
  const [params] = useSearchParams();
  const [now] = useState(() => new Date());
  const period = parsePeriod(params, now);
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['dashboard-requests', period],
    queryFn: ({ signal }) => fetchData(dashboards.requests, { query: period, signal, quiet: true }),
  });
  return (
    <section className={page.page} aria-label="人工报价">
      <h2>人工报价</h2>
      {isError ? (
        <Problem title="数据加载失败" text={error.message}>
          <Button type="primary" onClick={() => void refetch()}>
            重试
          </Button>
        </Problem>
      ) : data === undefined ? (
        <div className={page.card}>
          <Skeleton active paragraph={{ rows: 6 }} />
        </div>
      ) : (
        <Figures figures={data} />
      )}
    </section>
  );
}

const minutesText = (minutes: number | null) => (minutes === null ? '—' : durationText(minutes));

function Figures({ figures }: { figures: RequestFigureData }) {
  const { asked, replied, byMachine, p50Minutes, p90Minutes, byPerson, byResponse, refusals, isCut } =
    figures;
  const facts: [string, string, string][] = [
    ['询价', figureText('orders', asked), `其中 ${replied} 单已报价`],
    ['自动报价', figureText('share', byMachine), '不经人工的报价占比'],
    ['答复时间（中位数）', minutesText(p50Minutes), '按工作时间计'],
    ['九成在此时间内答复', minutesText(p90Minutes), '按工作时间计'],
  ];
  return (
    <>
      <div className={styles.figures}>
        {facts.map(([label, figure, hint]) => (
          <section key={label} className={`${page.card} ${styles.figure}`} aria-label={label}>
            <h3>{label}</h3>
            <strong>{figure}</strong>
            <small>{hint}</small>
          </section>
        ))}
      </div>
      {isCut ? <p className={styles.muted}>询价超过 {MAX_REQUESTS} 单，按最近的计。</p> : null}
      <div className={styles.cards}>
        <ChartCard
          title="不接受报价的原因"
          unit="单"
          rows={refusals}
          rowKey={({ label }) => label}
          isEmpty={refusals.length === 0}
          columns={[
            { head: '原因', text: ({ label }) => label },
            { head: '报价', text: ({ count }) => figureText('orders', count) },
          ]}
        >
          <RankChart
            label="报价"
            kind="orders"
            rows={refusals.map(({ label, count }) => ({ name: label, value: count }))}
          />
        </ChartCard>
        <section className={`${page.card} ${styles.card}`} aria-label="答复快慢与成交">
          <h3>答复快慢与成交</h3>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">答复用时</th>
                <th scope="col">已报价</th>
                <th scope="col">成交</th>
                <th scope="col">成交率</th>
              </tr>
            </thead>
            <tbody>
              {byResponse.map(({ label, offered, won }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{figureText('orders', offered)}</td>
                  <td>{figureText('orders', won)}</td>
                  <td>{offered === 0 ? '—' : figureText('share', won / offered)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <h3>报价人</h3>
          {byPerson.length === 0 ? (
            <p className={styles.muted}>所选日期内没有人工报价</p>
          ) : (
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">报价人</th>
                  <th scope="col">已报价</th>
                  <th scope="col">答复时间（中位数）</th>
                </tr>
              </thead>
              <tbody>
                {byPerson.map(({ name, replied: count, p50Minutes: minutes }) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>{figureText('orders', count)}</td>
                    <td>{minutesText(minutes)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      </div>
    </>
  );
}
