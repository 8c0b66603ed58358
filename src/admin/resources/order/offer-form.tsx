import { Alert, Button, Checkbox, Input } from 'antd';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import type { FieldErrors } from '#contract/errors.ts';
import { orders } from '#contract/orders.ts';
import type { OrderItem, OrderWithExt } from '#contract/order-data.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { fenFromYuan, formatFen, formatYuan } from '#domain/money.ts';
import { linePrice } from '#domain/pricing/line-price.ts';
import { totalOfLines } from '#domain/pricing/line.ts';
import { parseNumber } from '#domain/parse-number.ts';
import { call } from '#providers/http.ts';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { CallError } from '#providers/result.ts';
import { useKept, useResumed } from '../../session/use-interrupted.ts';
import { useUnsavedGuard } from '../../components/use-unsaved-guard.ts';
import { draftOf, isOpen, readLine, type LineDraft, type ReadLine } from './offer-draft.ts';
import styles from './offer-form.module.css';

interface Draft {
  /** What was typed, by the row's key: parts that the customer leaves alone keep it. */
  lines: Readonly<Record<string, LineDraft>>;
  note: string;
  validDays: string;
}

const interrupted = createInterruptedInput<Draft>();
const place = (orderId: number) => `order-offer/${orderId}`;

interface Props {
  order: OrderWithExt;
  /** Called after sending; with a message if another user was faster. */
  onChanged: (conflict?: string) => Promise<void>;
}

/**
 * Prices a request line by line and sends the offer. Enter and the arrow keys move between the lines of a column,
 * Ctrl+Enter sends.
 */
export function OfferForm({ order, onChanged }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const resumed = useResumed(interrupted, place(order.id));
  const [draft, setDraft] = useState<Draft>(resumed ?? { lines: {}, note: '', validDays: '' });
  const [firstRevision] = useState(order.revision);
  const [isTried, setIsTried] = useState(false);
  const [refusal, setRefusal] = useState<{ msg: string; errors: FieldErrors }>();
  const [isSending, setIsSending] = useState(false);
  const { setDirty } = useUnsavedGuard();
  const rows = rowsOf(order.items, draft.lines);
  const isDirty = draft.note !== '' || draft.validDays !== '' || rows.some((row) => row.isTouched);
  useEffect(() => setDirty(isDirty));
  useKept(interrupted, place(order.id), () => (isDirty ? draft : undefined));

  const total = totalOfLines(rows.map(({ read }) => read.line));
  const computed = order.items
    .filter((item) => !isOpen(item))
    .reduce((sum, item) => sum + fenFromYuan(item.sub_total), 0);
  const open = rows.filter(({ read }) => !read.decision).length;
  const days = draft.validDays.trim() === '' ? undefined : parseNumber(draft.validDays);
  const isDaysWrong =
    days !== undefined && (days === null || !Number.isInteger(days) || days < 1 || days > 365);

  const change = ({ key, line }: Row, changed: Partial<LineDraft>) =>
    setDraft((before) => ({ ...before, lines: { ...before.lines, [key]: { ...line, ...changed } } }));

  async function send(event?: SubmitEvent) {
    event?.preventDefault();
    if (isSending) return;
    setIsTried(true);
    setRefusal(undefined);
    const lines = rows.flatMap(({ read }) => read.decision ?? []);
    if (open > 0 || isDaysWrong) return focusFirstFault();
    setIsSending(true);
    try {
      const { id: orderId, version } = order;
      const result = await call(orders.offer, {
        params: { id: orderId },
        body: { lines, note: draft.note, ...(days === undefined ? {} : { validDays: days }), version },
      });
      if (result.ok) {
        setDirty(false);
        return await onChanged();
      }
      if (result.error === 'record.changed' || result.error === 'order.not_requested') {
        setDirty(false);
        return await onChanged(result.msg);
      }
      setRefusal({ msg: result.msg, errors: result.errors ?? {} });
    } catch (error) {
      // The client has shown the failure; the input stays.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setIsSending(false);
    }
  }

  function focusFirstFault() {
    // The faults are rendered with the next frame.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return void send();
    }
    const cell = event.target instanceof HTMLInputElement ? event.target.dataset : {};
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (cell['column'] === undefined || step === undefined) return;
    event.preventDefault();
    const next = `[data-column="${cell['column']}"][data-line="${Number(cell['line']) + step}"]`;
    form.current?.querySelector<HTMLInputElement>(next)?.focus();
  }

  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>报价</h2>
      <form ref={form} aria-labelledby={id} className={styles.form} onSubmit={(event) => void send(event)}>
        {order.revision !== firstRevision ? (
          <Alert
            type="warning"
            showIcon
            title="客户刚刚修改了询价，没有变动的零件保留了您填写的内容，请核对"
          />
        ) : null}
        {refusal ? <Alert type="error" showIcon title={refusal.msg} /> : null}
        <div role="table" aria-label="各零件的报价" className={styles.lines}>
          <div role="row" className={styles.head}>
            {['零件', '自动报价', '人工报价（元）', '交期（天）', '说明（客户可见）', ''].map((head) => (
              <span key={head} role="columnheader">
                {head}
              </span>
            ))}
          </div>
          {rows.map((row, index) => (
            <OfferRow
              key={row.key}
              row={row}
              index={index}
              refused={refusal?.errors[`lineNo.${row.item.lineNo}`]}
              isTried={isTried}
              onChange={(changed) => change(row, changed)}
              onKeyDown={onKeyDown}
            />
          ))}
        </div>
        <p className={styles.hint}>
          金额留空按价格表报价；也可以填 +8%、-5%（相对自动报价）或 88.5/件。回车跳到下一个零件，Ctrl +
          回车发送。
        </p>
        <div className={styles.whole}>
          <div>
            <label htmlFor={`${id}-note`}>给客户的说明（选填）</label>
            <Input.TextArea
              id={`${id}-note`}
              rows={2}
              maxLength={500}
              value={draft.note}
              onChange={(event) => setDraft({ ...draft, note: event.target.value })}
              onKeyDown={onKeyDown}
            />
          </div>
          <div>
            <label htmlFor={`${id}-days`}>有效期（天）</label>
            <Input
              id={`${id}-days`}
              inputMode="numeric"
              placeholder="按参数设置"
              value={draft.validDays}
              aria-invalid={isDaysWrong}
              status={isDaysWrong ? 'error' : undefined}
              onChange={(event) => setDraft({ ...draft, validDays: event.target.value })}
              onKeyDown={onKeyDown}
            />
            {isDaysWrong ? (
              <span role="alert" className={styles.fault}>
                有效期应为 1–365 天
              </span>
            ) : null}
          </div>
        </div>
        <div className={styles.end}>
          <p role="status">
            合计 <strong>{formatFen(total.totalFen)}</strong>
            {total.totalFen === computed ? '' : `（自动报价 ${formatFen(computed)}）`}，交期{' '}
            {workingDaysText(total.deliveryDays)}
            {open > 0 ? `，还有 ${open} 个零件没有报价` : ''}
            {order.targetPrice === null ? '' : `；客户目标价 ${formatYuan(order.targetPrice)}`}
            {order.wishedDate === null ? '' : `；期望发货日 ${order.wishedDate}`}
          </p>
          <Button type="primary" htmlType="submit" loading={isSending}>
            发送报价
          </Button>
        </div>
      </form>
    </section>
  );
}

interface Row {
  /** Stays while the part is the same, whatever becomes of the others. */
  key: string;
  item: OrderItem;
  line: LineDraft;
  read: ReadLine;
  isTouched: boolean;
}

function rowsOf(items: readonly OrderItem[], typed: Draft['lines']): Row[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const { name, material, num, length, width, height, processes } = item;
    const options = processes.map(({ optionId }) => optionId);
    const part = JSON.stringify([name, material, num, length, width, height, options]);
    const place = seen.get(part) ?? 0;
    seen.set(part, place + 1);
    const key = `${part} ${place}`;
    const untouched = draftOf(item);
    const line = typed[key] ?? untouched;
    const isTouched = JSON.stringify(line) !== JSON.stringify(untouched);
    return { key, item, line, read: readLine(item, line), isTouched };
  });
}

interface RowProps {
  row: Row;
  index: number;
  /** What the server says about the line. */
  refused: string | undefined;
  /** Missing fields are marked once the user has tried to send. */
  isTried: boolean;
  onChange: (changed: Partial<LineDraft>) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function OfferRow({ row, index, refused, isTried, onChange, onKeyDown }: RowProps) {
  const { item, line: draft, read } = row;
  const id = useId();
  const title = `${item.lineNo}. ${item.name || item.materialName}`;
  const isTouched = draft.amount.trim() !== '' || draft.isDeclined;
  const fault = (field: 'amount' | 'days' | 'reason') =>
    isTried || (field === 'amount' && isTouched) ? read.faults[field] : undefined;
  const text = (column: 'amount' | 'days' | 'reason', label: string, rest: object = {}) => {
    const said = fault(column) ?? (column === 'amount' ? refused : undefined);
    return (
      <span role="cell" className={styles.cell} data-head={label}>
        <Input
          aria-label={`${title}的${label}`}
          aria-invalid={said !== undefined}
          aria-describedby={said === undefined ? undefined : `${id}-${column}`}
          status={said === undefined ? undefined : 'error'}
          data-column={column}
          data-line={index}
          value={draft[column]}
          onChange={(event) => onChange({ [column]: event.target.value })}
          onKeyDown={onKeyDown}
          {...rest}
        />
        {said === undefined ? null : (
          <span id={`${id}-${column}`} role="alert" className={styles.fault}>
            {said}
          </span>
        )}
      </span>
    );
  };
  return (
    <div role="row" className={styles.row}>
      <span role="cell" className={styles.what}>
        {title}
        <small>
          {item.materialName} · {item.length} × {item.width} × {item.height} mm · {item.num} 件
        </small>
      </span>
      <span role="cell" className={styles.figure} data-head="自动报价">
        {isOpen(item) ? '待报价' : formatYuan(item.sub_total)}
        {isOpen(item) ? null : <small>{workingDaysText(item.delivery_time)}</small>}
      </span>
      {text('amount', '人工报价', {
        inputMode: 'text',
        disabled: draft.isDeclined,
        placeholder: isOpen(item) ? '必填' : '按价格表',
        suffix: <Difference item={item} read={read} />,
      })}
      {text('days', '交期', {
        inputMode: 'decimal',
        disabled: draft.isDeclined || draft.amount.trim() === '',
        placeholder: String(item.delivery_time),
      })}
      {text('reason', '说明', {
        maxLength: 200,
        disabled: !isTouched,
        placeholder: draft.isDeclined ? '例如：无此设备' : '例如：需专用工装',
      })}
      <span role="cell" className={styles.checks}>
        <Checkbox
          checked={draft.isDeclined}
          onChange={(event) => onChange({ isDeclined: event.target.checked })}
        >
          不报价
        </Checkbox>
        {read.line.state === 'price' && read.line.fen === 0 ? (
          <Checkbox checked={draft.isFree} onChange={(event) => onChange({ isFree: event.target.checked })}>
            免费
          </Checkbox>
        ) : null}
      </span>
    </div>
  );
}

/** What the typed amount means: the price per piece and the difference from the formula's price. */
function Difference({ item, read: { line } }: { item: OrderItem; read: ReadLine }) {
  if (line.state !== 'price' || line.fen === null) return null;
  const computed = fenFromYuan(item.sub_total);
  const percent = isOpen(item) || computed === 0 ? undefined : ((line.fen - computed) / computed) * 100;
  const sign = percent !== undefined && percent > 0 ? '+' : '';
  return (
    <small className={styles.difference}>
      {linePrice(line.fen, item.num).figure}/件
      {percent === undefined ? '' : ` ${sign}${percent.toFixed(1)}%`}
    </small>
  );
}
