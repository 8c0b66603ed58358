import { Alert, Button } from 'antd';
import { useState } from 'react';
import { chargeInFen } from '#contract/orders/charges.ts';
import type { OfferApproval as Approval } from '#contract/orders/approvals.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatFen, formatYuan } from '#domain/money.ts';
import { numberedTitle } from '#domain/parts/line-title.ts';
import { chargeTitle, chargeValueText } from '#domain/pricing/charges.ts';
import { marginPercentText } from '#domain/pricing/margin.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { useCommand } from '../../../calls/use-command.ts';
import { useBusy } from '../../../components/use-busy.ts';
import { CommandDialog, type OrderDialogProps } from '../moves/command-dialog.tsx';
import { useDialogCall } from '../moves/use-dialog-call.ts';
import styles from './offer-approval.module.css';
import table from './offer-lines.module.css';

interface Props {
  order: OrderWithExt;
  /** Called after an approval. */
  onReleased: () => Promise<void>;
  /** Called after a refusal, and with a message if the server rejects the user's decision. */
  onChanged: (conflict?: string) => Promise<void>;
}

/** A pending or refused offer, with buttons for its approver. */
export function OfferApproval({ order, onReleased, onChanged }: Props) {
  const command = useCommand();
  const [isRefusing, setIsRefusing] = useState(false);
  const { busy, whileBusy } = useBusy<'release'>();
  const { approval } = order;
  if (!approval || approval.state === 'released' || approval.state === 'replaced') return null;
  const { id: approvalId, mayRefuse, mayRelease } = approval;

  async function release() {
    await whileBusy('release', async () => {
      const result = await command(orders.releaseOffer, { params: { id: order.id }, body: { approvalId } });
      await (result.ok ? onReleased() : onChanged(result.msg));
    });
  }

  return (
    <section className={styles.panel} aria-label="报价审批">
      <Alert
        type={alertTypes[approval.state]}
        showIcon
        title={titleOf(approval)}
        description={textOf(approval)}
      />
      {approval.state === 'waiting' ? <Lines approval={approval} /> : null}
      {mayRefuse ? (
        <div className={styles.buttons}>
          <Button disabled={busy !== undefined} onClick={() => setIsRefusing(true)}>
            退回
          </Button>
          <Button
            type="primary"
            loading={busy !== undefined}
            disabled={!mayRelease}
            title={mayRelease ? undefined : '折扣超过您的上限，不能批准'}
            onClick={() => void release()}
          >
            批准并发送
          </Button>
        </div>
      ) : null}
      {isRefusing ? (
        <RefuseDialog
          order={order}
          approval={approval}
          onDone={async (message) => {
            setIsRefusing(false);
            await onChanged(message);
          }}
          onCancel={() => setIsRefusing(false)}
        />
      ) : null}
    </section>
  );
}

const alertTypes = { waiting: 'info', stale: 'warning', refused: 'warning' } as const;

function titleOf({ state, requestedName, percent, limitPercent, margin, decidedName }: Approval): string {
  if (state === 'refused') return `${requestedName}的报价被${decidedName}退回`;
  if (state === 'stale') return `询价已有变动，${requestedName}提交审批的报价不能再批准，请重新提交`;
  const reasons = [
    ...(percent > limitPercent ? [`折扣 ${percent}%，超过上限 ${limitPercent}%`] : []),
    ...(margin ? [`毛利率 ${marginPercentText(margin)}，低于最低毛利率 ${margin.floorPercent}%`] : []),
  ];
  return [`${requestedName}的报价待审批`, reasons.join('；')].filter(Boolean).join('：');
}

function textOf({ state, requestedAt, reason, decisionNote }: Approval): string {
  const remark = state === 'refused' ? `退回原因：${decisionNote}` : reason === '' ? '' : `说明：${reason}`;
  return [`提交于 ${timeText(requestedAt)}`, remark].filter(Boolean).join('，');
}

function Lines({ approval: { lines, charges, automatic, total, offer } }: { approval: Approval }) {
  const { note = '', validDays } = offer;
  return (
    <>
      <table className={table.lines} aria-label="自动报价与提交的报价">
        <thead>
          <tr>
            {['零件', '自动报价', '提交的报价', '交期'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ lineNo, name, num, before, after, days, reason }) => (
            <tr key={`${lineNo} ${name} ${reason}`}>
              <th scope="row">
                {numberedTitle({ lineNo, name, materialName: '' })} × {num}
                {reason === '' ? null : <small>{reason}</small>}
              </th>
              <td>{before === null ? '—' : formatYuan(before)}</td>
              <td>{after === null ? '不报价' : formatYuan(after)}</td>
              <td>{after === null ? '—' : workingDaysText(days)}</td>
            </tr>
          ))}
          {charges.map(chargeInFen).map((charge, index) => (
            <tr key={`${index} ${charge.label}`}>
              <th scope="row">
                {chargeTitle(charge)}
                {charge.reason === '' ? null : <small>{charge.reason}</small>}
              </th>
              <td>—</td>
              <td>{charge.kind === 'days' ? '—' : formatFen(charge.amountFen)}</td>
              <td>{charge.kind === 'days' ? chargeValueText(charge) : '—'}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <td>{formatYuan(automatic)}</td>
            <td>{formatYuan(total)}</td>
            <td>—</td>
          </tr>
        </tfoot>
      </table>
      <p className={styles.note}>
        有效期 {validDays} 天{note.trim() === '' ? '' : `；给客户的说明：${note.trim()}`}
      </p>
    </>
  );
}

interface RefuseProps extends OrderDialogProps {
  approval: Approval;
}

function RefuseDialog({ order, approval, onDone, onCancel }: RefuseProps) {
  const call = useDialogCall(onDone, ({ msg }) => msg);

  function submit() {
    if (call.note.trim() === '') return call.setError('请填写退回原因');
    const body = { approvalId: approval.id, reason: call.note };
    void call.send(orders.refuseOffer, { params: { id: order.id }, body });
  }

  return (
    <CommandDialog
      call={call}
      title={`退回${approval.requestedName}的报价`}
      okText="退回"
      note={{ id: 'refuse-reason', label: '退回原因（报价人可见）' }}
      onSubmit={submit}
      onCancel={onCancel}
    />
  );
}
