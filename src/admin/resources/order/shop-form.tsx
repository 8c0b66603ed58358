import { Alert, Button, Input } from 'antd';
import { useEffect, useState, type ReactNode, type SubmitEvent } from 'react';
import type { FieldErrors } from '#contract/errors.ts';
import { orders, type OrderWithExt } from '#contract/orders.ts';
import { call } from '#providers/http.ts';
import { CallError } from '#providers/result.ts';
import { DateInput } from '../../field-types/date-input.tsx';
import { useUnsavedGuard } from '../../resource-kit/use-unsaved-guard.tsx';
import styles from './order.module.css';

interface Props {
  order: OrderWithExt;
  onSaved: () => Promise<void>;
  /** Somebody else saved first: the order is to be asked for again. */
  onStale: () => Promise<void>;
  onCancel: () => void;
}

/** Note and promised day; a day that moves needs a reason, which the customer reads in the history. */
export function ShopForm({ order, onSaved, onStale, onCancel }: Props) {
  const [base] = useState({ staffNote: order.staffNote, promisedDate: order.promisedDate });
  const [staffNote, setStaffNote] = useState(order.staffNote);
  const [promisedDate, setPromisedDate] = useState(order.promisedDate);
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<FieldErrors>({});
  const [isStale, setIsStale] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const { setDirty, question } = useUnsavedGuard();
  const movesDate = promisedDate !== order.promisedDate;
  const isDirty = staffNote !== base.staffNote || promisedDate !== base.promisedDate;
  useEffect(() => setDirty(isDirty));

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (movesDate && reason.trim() === '') return setFaults({ reason: '请填写修改承诺发货日的原因' });
    setIsSaving(true);
    setFaults({});
    try {
      const { id, version } = order;
      const body = { staffNote, promisedDate, version, ...(movesDate ? { reason } : {}) };
      const result = await call(orders.edit, { params: { id }, body });
      if (result.ok) {
        setDirty(false);
        return await onSaved();
      }
      setFaults(result.errors ?? {});
      if (result.error === 'record.changed') {
        setIsStale(true);
        await onStale();
      }
    } catch (error) {
      // The client has told the user what went wrong; what was entered stays.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <form className={styles.form} aria-label="内部备注与交期" onSubmit={(event) => void save(event)}>
      {isStale ? (
        <Alert
          type="warning"
          showIcon
          title="订单已被他人修改，下面是您填写的内容。"
          description={
            <>
              当前承诺发货日 {order.promisedDate}；当前备注：{order.staffNote || '（空）'}
              <br />
              再次保存将以您填写的为准。
            </>
          }
          action={
            <Button
              size="small"
              onClick={() => {
                setStaffNote(order.staffNote);
                setPromisedDate(order.promisedDate);
                setIsStale(false);
              }}
            >
              改用当前内容
            </Button>
          }
        />
      ) : null}
      <Labelled id="shop-note" label="内部备注" fault={faults['staffNote']}>
        <Input.TextArea
          id="shop-note"
          rows={3}
          maxLength={1000}
          value={staffNote}
          onChange={(event) => setStaffNote(event.target.value)}
        />
      </Labelled>
      <Labelled id="shop-date" label="承诺发货日" fault={faults['promisedDate']}>
        <DateInput
          id="shop-date"
          label="承诺发货日"
          value={promisedDate}
          onChange={(day) => setPromisedDate(day ?? order.promisedDate)}
        />
      </Labelled>
      {movesDate ? (
        <Labelled id="shop-reason" label="修改原因（客户可见）" fault={faults['reason']}>
          <Input
            id="shop-reason"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Labelled>
      ) : null}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>取消</Button>
        <Button type="primary" htmlType="submit" loading={isSaving} disabled={!isDirty && !isStale}>
          保存
        </Button>
      </div>
      {question}
    </form>
  );
}

interface LabelledProps {
  id: string;
  label: string;
  fault: string | undefined;
  children: ReactNode;
}

function Labelled({ id, label, fault, children }: LabelledProps) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children}
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
