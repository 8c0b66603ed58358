import { COST_PERMISSION } from '#contract/catalogue/costs.ts';
import {
  dashboards,
  MAX_MARGIN_ORDERS,
  type MarginFigures as MarginFigureData,
} from '#contract/system/dashboards.ts';
import { marginOfYuan, marginPercentText } from '#domain/pricing/margin.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';
import { useDictLabel } from '../../field-types/dict-options.ts';
import { usePermission } from '../../session/use-permission.ts';
import { FigureTable } from '../../components/figure-table.tsx';
import page from '../../components/page/page.module.css';
import { ChartCard } from './chart-card.tsx';
import { FactCards, type Fact } from '../../components/fact-cards.tsx';
import { RankChart } from './charts.ts';
import styles from './dashboard.module.css';
import { figureText } from './figure-texts.ts';
import { useOrdersUrl, usePeriodFilter } from './order-links.ts';
import { PeriodSection } from './period-section.tsx';

/** Margins by month, customer and material tag; hidden from users who may not see costs. */
export function MarginFigures() {
  return usePermission(COST_PERMISSION) ? (
    <PeriodSection title="毛利" queryOf={(period) => endpointQuery(dashboards.margin, { query: period })}>
      {(figures) => <Figures figures={figures} />}
    </PeriodSection>
  ) : null;
}

const shareText = (known: number, total: number) => (total > 0 ? figureText('share', known / total) : '—');

const marginText = (margin: number, revenue: number) =>
  marginPercentText(marginOfYuan(revenue, revenue - margin));

function Figures({ figures }: { figures: MarginFigureData }) {
  const labelOf = useDictLabel('material_tag');
  const { orders, amount, knownAmount, margin, months, customers, isCut } = figures;
  const byTag = figures.tags.map((row) => ({ ...row, name: labelOf(row.materialTag) }));
  const placedUrl = useOrdersUrl()({ placedAt: usePeriodFilter(), sold: 'yes' });
  const facts: Fact[] = [
    ['毛利', figureText('yuan', margin), '成本已知的订单，按下单日计，含附加费与折扣', placedUrl],
    [
      '毛利率',
      marginText(margin, knownAmount),
      `按成交金额 ${figureText('yuan', knownAmount)} 计`,
      placedUrl,
    ],
    [
      '成本已知',
      shareText(knownAmount, amount),
      `${figureText('orders', orders)}成交金额中的占比`,
      placedUrl,
    ],
  ];
  return (
    <>
      <FactCards heading="h3" facts={facts} />
      {isCut ? <p className={styles.muted}>订单超过 {MAX_MARGIN_ORDERS} 单，按最近的计。</p> : null}
      <div className={styles.cards}>
        <ChartCard
          title="客户毛利"
          unit="元"
          rows={customers}
          rowKey={({ deptName }) => deptName}
          isEmpty={customers.length === 0}
          columns={[
            { head: '公司', text: ({ deptName }) => deptName },
            { head: '成交金额', text: (row) => figureText('yuan', row.amount) },
            { head: '毛利', text: (row) => figureText('yuan', row.margin) },
            { head: '毛利率', text: (row) => marginText(row.margin, row.knownAmount) },
            { head: '成本已知', text: (row) => shareText(row.knownAmount, row.amount) },
          ]}
        >
          <RankChart
            label="毛利"
            kind="yuan"
            rows={customers.map((row) => ({ name: row.deptName, value: row.margin }))}
          />
        </ChartCard>
        <ChartCard
          title="材料分类毛利"
          unit="元"
          rows={byTag}
          rowKey={({ materialTag }) => materialTag}
          isEmpty={byTag.length === 0}
          columns={[
            { head: '材料分类', text: ({ name }) => name },
            { head: '零件小计', text: (row) => figureText('yuan', row.amount) },
            { head: '毛利', text: (row) => figureText('yuan', row.margin) },
            { head: '毛利率', text: (row) => marginText(row.margin, row.amount) },
          ]}
        >
          <RankChart
            label="毛利"
            kind="yuan"
            rows={byTag.map((row) => ({ name: row.name, value: row.margin }))}
          />
        </ChartCard>
        <section className={`${page.card} ${styles.card}`} aria-label="各月毛利">
          <h3>各月毛利</h3>
          {months.length === 0 ? (
            <p className={styles.muted}>所选日期内没有订单</p>
          ) : (
            <FigureTable
              title="各月毛利"
              rows={months}
              rowKey={({ month }) => month}
              columns={[
                { head: '月份', text: ({ month }) => month },
                { head: '成交金额', text: (row) => figureText('yuan', row.amount) },
                { head: '毛利', text: (row) => figureText('yuan', row.margin) },
                { head: '毛利率', text: (row) => marginText(row.margin, row.knownAmount) },
                { head: '成本已知', text: (row) => shareText(row.knownAmount, row.amount) },
              ]}
              isShort
            />
          )}
        </section>
      </div>
    </>
  );
}
