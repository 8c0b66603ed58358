import {
  dashboards,
  MAX_REQUESTS,
  type RequestFigures as RequestFigureData,
} from '#contract/system/dashboards.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';
import { FigureTable } from '../../components/figure-table.tsx';
import page from '../../components/page/page.module.css';
import { ChartCard } from './chart-card.tsx';
import { FactCards } from '../../components/fact-cards.tsx';
import { RankChart } from './charts.ts';
import styles from './dashboard.module.css';
import { figureText, minutesText } from './figure-texts.ts';
import { PeriodSection } from './period-section.tsx';

export function RequestFigures() {
  return (
    <PeriodSection
      title="人工报价"
      queryOf={(period) => endpointQuery(dashboards.requests, { query: period })}
    >
      {(figures) => <Figures figures={figures} />}
    </PeriodSection>
  );
}

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
      <FactCards heading="h3" facts={facts} />
      {isCut ? <p className={styles.muted}>询价超过 {MAX_REQUESTS} 单，按最近的计。</p> : null}
      <div className={styles.cards}>
        <ChartCard
          title="报价未成交的原因"
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
          <FigureTable
            title="答复快慢与成交"
            rows={byResponse}
            rowKey={({ label }) => label}
            columns={[
              { head: '答复用时', text: ({ label }) => label },
              { head: '已报价', text: ({ offered }) => figureText('orders', offered) },
              { head: '成交', text: ({ won }) => figureText('orders', won) },
              {
                head: '成交率',
                text: ({ offered, won }) => (offered === 0 ? '—' : figureText('share', won / offered)),
              },
            ]}
          />
        </section>
        <section className={`${page.card} ${styles.card}`} aria-label="报价人">
          <h3>报价人</h3>
          {byPerson.length === 0 ? (
            <p className={styles.muted}>所选日期内没有人工报价</p>
          ) : (
            <FigureTable
              title="报价人"
              rows={byPerson}
              rowKey={({ name }) => name}
              columns={[
                { head: '报价人', text: ({ name }) => name },
                { head: '已报价', text: (row) => figureText('orders', row.replied) },
                { head: '答复时间（中位数）', text: (row) => minutesText(row.p50Minutes) },
              ]}
            />
          )}
        </section>
      </div>
    </>
  );
}
