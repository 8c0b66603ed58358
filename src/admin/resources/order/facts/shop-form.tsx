import { Button, Input } from 'antd';
import { useEffect, useState, type ReactNode, type SubmitEvent } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { dayOffReason } from '#domain/delivery/ship-date.ts';
import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { shipCalendar } from '#providers/ship-calendar.ts';
import { useCommand } from '../../../calls/use-command.ts';
import { useAppConfig } from '../../../components/use-product-name.ts';
import { ConflictDialog, type Difference, type Side } from '../../../components/conflict-dialog.tsx';
import { useBusy } from '../../../components/use-busy.ts';
import { DateInput } from '../../../field-types/time/date-input.tsx';
import { useUnsavedGuard } from '../../../components/use-unsaved-guard.ts';
import { FieldError } from '../moves/note-input.tsx';
import styles from '../order.module.css';

export interface ShopDraft extends ShopFields {
  /** The order that the input is based on. */
  base: OrderWithExt;
  reason: string;
}

export const shopDraftOf = (order: OrderWithExt): ShopDraft => ({
  base: order,
  staffNote: order.staffNote,
  promisedDate: order.promisedDate,
  reason: '',
});

interface Props {
  order: OrderWithExt;
  draft: ShopDraft;
  onChange: (draft: ShopDraft) => void;
  onSaved: () => Promise<void>;
  /** Fetches the order again after a conflict. */
  onStale: () => Promise<void>;
  onCancel: () => void;
}

/** Edits the shop's note and the promised date. A changed date needs a reason, which the customer sees in the history. */
export function ShopForm({ order, draft, onChange, onSaved, onStale, onCancel }: Props) {
  const command = useCommand();
  const { base, staffNote, promisedDate, reason } = draft;
  const change = (changed: Partial<ShopDraft>) => onChange({ ...draft, ...changed });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isConflict, setIsConflict] = useState(false);
  const { busy, whileBusy } = useBusy<'save'>();
  const { setDirty } = useUnsavedGuard();
  const isDateChanged = promisedDate !== base.promisedDate;
  const [now] = useState(() => new Date());
  const dayOffWarning = useDayOffWarning(promisedDate);
  const isDirty = staffNote !== base.staffNote || promisedDate !== base.promisedDate;
  useEffect(() => setDirty(isDirty));

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (isDateChanged && reason.trim() === '') return setErrors({ reason: '请填写修改承诺发货日的原因' });
    setErrors({});
    await whileBusy('save', async () => {
      const { id, version } = areShopFieldsEqual(base, order) ? order : base;
      const body = { staffNote, promisedDate, version, ...(isDateChanged ? { reason } : {}) };
      const result = await command(orders.edit, { params: { id }, body });
      if (result.ok) {
        setDirty(false);
        return onSaved();
      }
      setErrors(result.errors ?? {});
      if (result.error !== 'record.changed') return;
      await onStale();
      setIsConflict(true);
    });
  }

  function rebase(sides: ReadonlyMap<string, Side>) {
    setIsConflict(false);
    change({
      base: order,
      ...(sides.get('staffNote') === 'theirs' ? { staffNote: order.staffNote } : {}),
      ...(sides.get('promisedDate') === 'theirs' ? { promisedDate: order.promisedDate } : {}),
    });
  }

  return (
    <form className={styles.form} aria-label="内部备注与承诺发货日" onSubmit={(event) => void save(event)}>
      <LabelledField id="shop-note" label="内部备注" error={errors['staffNote']}>
        <Input.TextArea
          id="shop-note"
          // Opening the form removes the focused button.
          autoFocus
          rows={3}
          maxLength={1000}
          value={staffNote}
          onChange={(event) => change({ staffNote: event.target.value })}
        />
      </LabelledField>
      <LabelledField id="shop-date" label="承诺发货日" error={errors['promisedDate']}>
        <DateInput
          id="shop-date"
          label="承诺发货日"
          value={promisedDate}
          earliest={dayText(dayNumber(now))}
          onChange={(day) => change({ promisedDate: day ?? base.promisedDate })}
        />
        {dayOffWarning === undefined ? null : (
          <p className={styles.warning} role="status">
            {dayOffWarning}
          </p>
        )}
      </LabelledField>
      {isDateChanged ? (
        <LabelledField id="shop-reason" label="修改原因（客户可见）" error={errors['reason']}>
          <Input
            id="shop-reason"
            maxLength={500}
            value={reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </LabelledField>
      ) : null}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>取消</Button>
        <Button type="primary" htmlType="submit" loading={busy !== undefined} disabled={!isDirty}>
          保存
        </Button>
      </div>
      {isConflict ? (
        <ConflictDialog
          title="订单已被他人修改"
          differences={differencesOf(base, { staffNote, promisedDate }, order)}
          onMerge={rebase}
          onDiscard={() => rebase(new Map(Object.keys(labels).map((key) => [key, 'theirs'])))}
          onCancel={() => setIsConflict(false)}
        />
      ) : null}
    </form>
  );
}

function useDayOffWarning(day: string): string | undefined {
  const { data: settings } = useAppConfig();
  const calendar = settings && shipCalendar(settings);
  const reason = calendar && dayOffReason(day, calendar);
  return reason === undefined ? undefined : `${day} 是${reason}，请确认当天能够发货`;
}

const labels = { staffNote: '内部备注', promisedDate: '承诺发货日' } as const;

type ShopFields = Pick<OrderWithExt, keyof typeof labels>;

/** Changes of other fields of the order are not a conflict. */
const areShopFieldsEqual = (base: ShopFields, order: ShopFields) =>
  base.staffNote === order.staffNote && base.promisedDate === order.promisedDate;

function differencesOf(before: ShopFields, mine: ShopFields, theirs: ShopFields): Difference[] {
  return (['staffNote', 'promisedDate'] as const)
    .filter((key) => mine[key] !== theirs[key])
    .map((key) => ({
      key,
      label: labels[key],
      before: before[key] || '（空）',
      mine: mine[key] || '（空）',
      theirs: theirs[key] || '（空）',
      proposed: mine[key] === before[key] ? 'theirs' : 'mine',
    }));
}

interface LabelledProps {
  id: string;
  label: string;
  error: string | undefined;
  children: ReactNode;
}

function LabelledField({ id, label, error, children }: LabelledProps) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children}
      <FieldError text={error} />
    </div>
  );
}
