import {
  dashboards,
  MAX_WAITING_ORDERS,
  type WaitingFigures as WaitingFigureData,
  type WaitPhase,
} from '#contract/system/dashboards.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';
import { FigureTable } from '../../components/figure-table.tsx';
import page from '../../components/page/page.module.css';
import styles from './dashboard.module.css';
import { FactCards } from '../../components/fact-cards.tsx';
import { figureText, minutesText } from './figure-texts.ts';
import { useOrdersUrl, usePeriodFilter } from './order-links.ts';
import { PeriodSection } from './period-section.tsx';

/** How long the orders shipped in the period waited for the shop and for their customers. */
export function WaitingFigures() {
  return (
    <PeriodSection
      title="双方等待"
      queryOf={(period) => endpointQuery(dashboards.waiting, { query: period })}
    >
      {(figures) => <Figures figures={figures} />}
    </PeriodSection>
  );
}

const phaseNames: Record<WaitPhase, string> = {
  requested: '等我方报价',
  quoted: '等客户决定',
  placed: '等我方生产发货',
};

function Figures({ figures }: { figures: WaitingFigureData }) {
  const { orders, shopMinutes, customerMinutes, phases, isCut } = figures;
  const shippedUrl = useOrdersUrl()({ shippedAt: usePeriodFilter() });
  const hint = `按本厂工作时间计，本期发货 ${figureText('orders', orders)}`;
  return (
    <>
      <FactCards
        heading="h3"
        facts={[
          ['等我方（平均每单）', minutesText(shopMinutes), hint, shippedUrl],
          ['等客户（平均每单）', minutesText(customerMinutes), hint, shippedUrl],
        ]}
      />
      {isCut ? <p className={styles.muted}>发货超过 {MAX_WAITING_ORDERS} 单，按最近的计。</p> : null}
      <section className={`${page.card} ${styles.card}`} aria-label="各阶段等待">
        <h3>各阶段等待</h3>
        <FigureTable
          title="各阶段等待"
          rows={phases}
          rowKey={({ phase }) => phase}
          columns={[
            { head: '阶段', text: ({ phase }) => phaseNames[phase] },
            { head: '订单', text: (row) => figureText('orders', row.orders) },
            { head: '平均', text: ({ meanMinutes }) => minutesText(meanMinutes) },
            { head: '中位数', text: ({ p50Minutes }) => minutesText(p50Minutes) },
            { head: '九成不超过', text: ({ p90Minutes }) => minutesText(p90Minutes) },
          ]}
        />
      </section>
    </>
  );
}
