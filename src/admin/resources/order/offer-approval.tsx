import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { OfferApproval as Approval } from '#contract/approvals.ts';
import type { OrderWithExt } from '#contract/order-data.ts';
import { orders } from '#contract/orders.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatYuan } from '#domain/money.ts';
import { chargeTitle } from '#domain/pricing/charges.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { call } from '#providers/http.ts';
import { CallError, messageOf } from '#providers/result.ts';
import { Dialog } from '../../components/dialog.tsx';
import { NoteInput } from './note-input.tsx';
import styles from './offer-approval.module.css';

interface Props {
  order: OrderWithExt;
  /** Called after the decision; with a message if another user was faster. */
  onChanged: (conflict?: string) => Promise<void>;
}

/** The offer of a request that waits for its release, or was refused: who asks, the reduction, the lines before and after. */
export function OfferApproval({ order, onChanged }: Props) {
  const [isRefusing, setIsRefusing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { approval } = order;
  if (!approval || approval.state === 'released' || approval.state === 'replaced') return null;
  const { id: approvalId, mayRefuse, mayRelease } = approval;

  async function release() {
    setIsBusy(true);
    try {
      const result = await call(orders.releaseOffer, { params: { id: order.id }, body: { approvalId } });
      await onChanged(result.ok ? undefined : result.msg);
    } catch (error) {
      // The client has shown the failure.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <section className={styles.panel} aria-label="报价审批">
      <Alert
        type={typeOf[approval.state]}
        showIcon
        title={titleOf(approval)}
        description={textOf(approval)}
      />
      {approval.state === 'waiting' ? <Lines approval={approval} /> : null}
      {mayRefuse ? (
        <div className={styles.buttons}>
          <Button disabled={isBusy} onClick={() => setIsRefusing(true)}>
            退回
          </Button>
          <Button
            type="primary"
            loading={isBusy}
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
          orderId={order.id}
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

const typeOf = { waiting: 'info', stale: 'warning', refused: 'warning' } as const;

function titleOf({ state, requestedName, percent, limitPercent, decidedName }: Approval): string {
  if (state === 'refused') return `${requestedName}的报价被${decidedName}退回`;
  if (state === 'stale') return `询价已有变动，${requestedName}提交审批的报价不能再批准，请重新提交`;
  return `${requestedName}的报价待审批：折扣 ${percent}%，超过上限 ${limitPercent}%`;
}

function textOf({ state, requestedAt, reason, decisionNote }: Approval): string {
  const said = state === 'refused' ? `退回原因：${decisionNote}` : reason === '' ? '' : `说明：${reason}`;
  return [`提交于 ${timeText(requestedAt)}`, said].filter(Boolean).join('，');
}

function Lines({ approval: { lines, charges, automatic, total, offer } }: { approval: Approval }) {
  const { note = '', validDays } = offer;
  return (
    <>
      <table className={styles.lines} aria-label="自动报价与提交的报价">
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
                {lineNo}. {name} × {num}
                {reason === '' ? null : <small>{reason}</small>}
              </th>
              <td>{before === null ? '—' : formatYuan(before)}</td>
              <td>{after === null ? '不报价' : formatYuan(after)}</td>
              <td>{after === null ? '—' : workingDaysText(days)}</td>
            </tr>
          ))}
          {charges.map((charge, index) => (
            <tr key={`${index} ${charge.label}`}>
              <th scope="row">
                {chargeTitle(charge)}
                {charge.reason === '' ? null : <small>{charge.reason}</small>}
              </th>
              <td>—</td>
              <td>{formatYuan(charge.amount)}</td>
              <td>—</td>
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

interface RefuseProps {
  orderId: number;
  approval: Approval;
  onDone: (conflict?: string) => Promise<void>;
  onCancel: () => void;
}

function RefuseDialog({ orderId, approval, onDone, onCancel }: RefuseProps) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function submit() {
    if (reason.trim() === '') return setFault('请填写退回原因');
    setIsBusy(true);
    try {
      const body = { approvalId: approval.id, reason };
      const result = await call(orders.refuseOffer, { params: { id: orderId }, body });
      if (result.ok) return await onDone();
      if (result.code === 409) return await onDone(result.msg);
      setFault(result.errors ? Object.values(result.errors).join('；') : result.msg);
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      title={`退回${approval.requestedName}的报价`}
      okText="退回"
      cancelText="返回"
      confirmLoading={isBusy}
      onOk={() => void submit()}
      onCancel={onCancel}
    >
      <NoteInput
        id="refuse-reason"
        label="退回原因（报价人可见）"
        rows={3}
        value={reason}
        fault={fault}
        onChange={(typed) => {
          setReason(typed);
          setFault(undefined);
        }}
      />
    </Dialog>
  );
}
