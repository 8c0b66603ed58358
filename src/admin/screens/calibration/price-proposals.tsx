import { Alert, Button, Checkbox } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { CalibrationProposal, MeasuredCost } from '#contract/catalogue/calibration.ts';
import { costs as costTable } from '#contract/catalogue/costs.ts';
import { priceDrafts } from '#contract/prices/price-drafts.ts';
import { formatYuan } from '#domain/money.ts';
import { useCommand } from '../../calls/use-command.ts';
import { DRAFTS } from '../../components/prices/draft-queries.ts';
import page from '../../components/page/page.module.css';
import { useBusy } from '../../components/use-busy.ts';
import { usePermission } from '../../session/use-permission.ts';
import { FigureTable, type Column } from '../../components/figure-table.tsx';
import {
  intervalText,
  changeOf,
  costChangeOf,
  deviationText,
  proposalKey,
  signedPercent,
} from './calibration-texts.ts';
import styles from './calibration.module.css';

interface Props {
  proposals: readonly CalibrationProposal[];
  /** Measured costs that are not in the cost table yet, including those of prices without a proposal. */
  costs: readonly MeasuredCost[];
  period: { beginDate: string; endDate: string };
  labelOf: (tag: string) => string;
  onApplied: () => void;
}

/** Proposes prices that keep their mark-up on measured costs. Saves the selected ones as a draft, and the costs. */
export function PriceProposals({ proposals, costs, period, labelOf, onApplied }: Props) {
  const command = useCommand();
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set());
  const [draftId, setDraftId] = useState<number>();
  const canSaveDraft = usePermission('mfr:price:edit');
  const canSaveCosts = usePermission('mfr:cost:edit');
  const queryClient = useQueryClient();
  const { busy, whileBusy } = useBusy<'draft' | 'costs'>();
  const selected = proposals.filter((proposal) => !deselected.has(proposalKey(proposal)));
  const selectedCosts = costs.filter((cost) => !deselected.has(proposalKey(cost)));
  const proposedKeys = new Set(proposals.map(proposalKey));
  const otherCosts = costs.filter((cost) => !proposedKeys.has(proposalKey(cost)));
  const nameOf = (cost: MeasuredCost) =>
    cost.kind === 'machining' ? `加工基价 ${labelOf(cost.materialTag)}` : `${cost.material} ${cost.option}`;

  const saveDraft = () =>
    whileBusy('draft', async () => {
      // Some users who may read the draft may not see costs, so its texts contain none.
      const body = {
        name: `按实际成本校准 ${period.endDate}`,
        reason: `${period.beginDate} 至 ${period.endDate} 的订单，实际与估算不符：${selected
          .map((proposal) => `${nameOf(proposal)}（${proposal.lines} 行）`)
          .join('、')}`.slice(0, 500),
        changes: selected.map(changeOf),
      };
      const result = await command(priceDrafts.create, { body });
      await queryClient.invalidateQueries({ queryKey: [DRAFTS] });
      if (result.ok) setDraftId(result.data);
    });
  const saveCosts = () =>
    whileBusy('costs', async () => {
      await command(costTable.save, { body: { changes: selectedCosts.map(costChangeOf) } });
      onApplied();
    });
  function toggle(key: string) {
    const next = new Set(deselected);
    if (!next.delete(key)) next.add(key);
    setDeselected(next);
    setDraftId(undefined);
  }

  const checkbox = (cost: MeasuredCost, isEnabled: boolean) => (
    <Checkbox
      checked={!deselected.has(proposalKey(cost))}
      disabled={!isEnabled}
      onChange={() => toggle(proposalKey(cost))}
    >
      {nameOf(cost)}
    </Checkbox>
  );

  return (
    <section className={`${page.card} ${page.section}`} aria-label="调价建议">
      <h2>调价建议</h2>
      {proposals.length === 0 ? (
        <p className={styles.muted}>没有偏差够大、数据也够的价格；或者现价已经符合实际成本。</p>
      ) : (
        <FigureTable
          title="调价建议"
          rows={proposals}
          rowKey={proposalKey}
          columns={columnsOf((proposal) => checkbox(proposal, canSaveDraft))}
        />
      )}
      {otherCosts.length === 0 ? null : (
        <>
          <p>这些价格不必再调，但实测成本还没有写入成本表：</p>
          <FigureTable
            title="待写入的实测成本"
            rows={otherCosts}
            rowKey={proposalKey}
            columns={costColumnsOf((cost) => checkbox(cost, canSaveCosts))}
          />
        </>
      )}
      {draftId === undefined ? null : (
        <Alert
          type="success"
          showIcon
          title="已生成调价草稿，价格没有改变；核对后再发布"
          action={<Link to={`/admin/table?draft=${draftId}`}>查看草稿</Link>}
        />
      )}
      {(proposals.length > 0 && canSaveDraft) || (proposals.length + costs.length > 0 && canSaveCosts) ? (
        <div className={styles.buttons}>
          {canSaveDraft && proposals.length > 0 ? (
            <Button
              type="primary"
              disabled={selected.length === 0 || draftId !== undefined}
              loading={busy === 'draft'}
              onClick={() => void saveDraft()}
            >
              生成调价草稿（{selected.length} 个价格）
            </Button>
          ) : null}
          {canSaveCosts ? (
            <Button
              disabled={selectedCosts.length === 0}
              loading={busy === 'costs'}
              onClick={() => void saveCosts()}
            >
              把实测成本写入成本表（{selectedCosts.length} 项）
            </Button>
          ) : null}
        </div>
      ) : null}
      <p className={styles.muted}>
        建议价 = 这些零件当时的平均单价 ×（1 +
        偏差），即按实际成本保持当时的加价率。加工基价同时覆盖加工与材料：没有录入用料的零件，材料按估算计。有协议价的公司不影响均价，协议价也不会改。
      </p>
      <p className={styles.muted}>
        采纳建议价时，请把实测成本也写入成本表：否则新订单仍按旧成本估算，过一段时间会再次建议涨价。
      </p>
    </section>
  );
}

const evidenceColumns: Column<MeasuredCost>[] = [
  { head: '成本偏差', text: deviationText },
  { head: '90% 区间', text: intervalText },
  { head: '零件行', text: ({ lines }) => lines.toLocaleString() },
];
const costColumn: Column<MeasuredCost> = {
  head: '成本：表中 → 实测',
  text: ({ bookCost, measuredCost }) =>
    `${bookCost === null ? '未知' : formatYuan(bookCost)} → ${formatYuan(measuredCost)}`,
};

const columnsOf = (checkbox: (proposal: CalibrationProposal) => ReactNode): Column<CalibrationProposal>[] => [
  { head: '价格', text: checkbox },
  { head: '现价', text: ({ now }) => formatYuan(now) },
  {
    head: '建议价',
    text: ({ now, proposed }) => (
      <>
        <strong>{formatYuan(proposed)}</strong> {signedPercent(100 * (proposed / now - 1))}
      </>
    ),
  },
  ...evidenceColumns,
  { head: '当时均价', text: ({ average }) => formatYuan(average) },
  costColumn,
];

const costColumnsOf = (checkbox: (cost: MeasuredCost) => ReactNode): Column<MeasuredCost>[] => [
  { head: '成本', text: checkbox },
  ...evidenceColumns,
  costColumn,
];
