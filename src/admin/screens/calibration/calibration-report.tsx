import { Empty, Segmented, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import {
  MAX_CALIBRATED_ORDERS,
  type CalibrationReport,
  type CalibrationRow,
} from '#contract/catalogue/calibration.ts';
import { MIN_LINES } from '#domain/calibration/deviation.ts';
import page from '../../components/page/page.module.css';
import { useDictLabel } from '../../field-types/dict-options.ts';
import { FigureTable, type Column } from '../../components/figure-table.tsx';
import {
  amountText,
  intervalText,
  deviationText,
  directionOf,
  kindLabels,
  sumText,
} from './calibration-texts.ts';
import { PriceProposals } from './price-proposals.tsx';
import styles from './calibration.module.css';

// Loaded lazily, because recharts is larger than all the other code of this screen.
const DeviationChart = lazy(() =>
  import('./deviation-chart.tsx').then((m) => ({ default: m.DeviationChart })),
);
/** The chart shows only the first rows; the table shows all of them. */
const MAX_BARS = 12;
const KINDS = Object.entries(kindLabels).map(([value, label]) => ({
  value: value as CalibrationRow['kind'],
  label,
}));

interface Props {
  report: CalibrationReport;
  period: { beginDate: string; endDate: string };
  onApplied: () => void;
}

export function CalibrationReportView({ report, period, onApplied }: Props) {
  const labelOf = useDictLabel('material_tag');
  const { lines, entered, incomparable, isCut } = report;
  if (entered === 0)
    return (
      <div className={page.card}>
        <Empty
          description={
            lines === 0
              ? '所选日期内没有投产的订单'
              : '所选日期内还没有录入实际工时与用料。订单开始生产后，在订单详情的零件中录入。'
          }
        />
      </div>
    );
  return (
    <>
      <p className={styles.muted}>
        投产的零件 {lines.toLocaleString()} 行，已录入实际 {entered.toLocaleString()} 行
        {incomparable > 0
          ? `，其中 ${incomparable.toLocaleString()} 行无法比较：下单时没有成本，或机时成本未知`
          : ''}
        。{isCut ? `订单超过 ${MAX_CALIBRATED_ORDERS} 单，按最近的计。` : ''}
      </p>
      <Deviations groups={report.groups} labelOf={labelOf} />
      <PriceProposals
        proposals={report.proposals}
        costs={report.costs}
        period={period}
        labelOf={labelOf}
        onApplied={onApplied}
      />
    </>
  );
}

interface DeviationProps {
  groups: readonly CalibrationRow[];
  labelOf: (tag: string) => string;
}

function Deviations({ groups, labelOf }: DeviationProps) {
  const [kind, setKind] = useState<CalibrationRow['kind']>('machining');
  const rows = groups.filter((group) => group.kind === kind);
  const nameOf = (row: CalibrationRow) => (row.optionId === null ? labelOf(row.materialTag) : row.name);
  // A null `size` means the total over all sizes.
  const bars = rows.flatMap((row) =>
    row.size === null && row.deviation ? [{ name: nameOf(row), ...row.deviation }] : [],
  );
  return (
    <section className={`${page.card} ${page.section}`} aria-label="估算与实际的偏差">
      <h2>偏差</h2>
      <Segmented<CalibrationRow['kind']>
        aria-label="比较的成本"
        value={kind}
        options={KINDS}
        onChange={setKind}
      />
      {rows.length === 0 ? (
        <p className={styles.muted}>没有可以比较的{kindLabels[kind]}成本</p>
      ) : (
        <div className={styles.columns}>
          <div className={styles.chart}>
            {bars.length === 0 ? (
              <Empty
                image={Empty.PRESENTED_IMAGE_SIMPLE}
                description={`每组不足 ${MIN_LINES} 行，数据不足`}
              />
            ) : (
              <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 7 }} />}>
                <DeviationChart bars={bars.slice(0, MAX_BARS)} />
              </Suspense>
            )}
          </div>
          <FigureTable
            title={`${kindLabels[kind]}的估算与实际`}
            rows={rows}
            rowKey={(row) => `${row.materialTag} ${row.optionId} ${row.size}`}
            columns={columnsOf(kind, nameOf)}
          />
        </div>
      )}
      <p className={styles.muted}>{notes[kind]}</p>
      <p className={styles.muted}>
        每组不足 {MIN_LINES} 行时不给出偏差。区间整个在 0 的一侧时，偏差才不像是偶然。
      </p>
    </section>
  );
}

const columnsOf = (
  kind: CalibrationRow['kind'],
  nameOf: (row: CalibrationRow) => string,
): Column<CalibrationRow>[] => [
  {
    head: kind === 'option' ? '工艺选项' : '材料分类',
    text: (row) =>
      row.size === null ? (
        <strong>{nameOf(row)}</strong>
      ) : (
        <span className={styles.size}>
          <span className={styles.hidden}>{nameOf(row)} </span>
          {row.size}
        </span>
      ),
  },
  {
    head: '偏差',
    text: (row) => <span data-change={directionOf(row)}>{deviationText(row)}</span>,
  },
  { head: '估算', text: (row) => sumText(row.estimate) },
  { head: '实际', text: (row) => sumText(row.actual) },
  { head: '90% 区间', text: intervalText },
  { head: '零件行', text: (row) => row.lines.toLocaleString() },
  ...(kind === 'option'
    ? []
    : [{ head: kind === 'machining' ? '估算 → 实际工时' : '估算 → 实际用料', text: amountText }]),
];

const notes = {
  machining:
    '实际加工成本是录入的工时 × 录入当天的机时成本；当天没有机时成本的，按现在的计。估算工时由估算成本折算。',
  material: '实际材料成本是录入的重量 × 下单时每 kg 的成本，因此这里的偏差来自用料，不来自涨价。',
  option: '实际费用是录入的金额，例如外协发票。',
} as const satisfies Record<CalibrationRow['kind'], string>;
