import { Alert, Button, Input } from 'antd';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import type { BodyOf } from '#contract/endpoint.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { orders } from '#contract/orders.ts';
import type { OrderWithExt } from '#contract/order-data.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { fenFromYuan, formatFen, formatYuan } from '#domain/money.ts';
import { totalWithCharges } from '#domain/pricing/charges.ts';
import { reductionOf } from '#domain/pricing/reduction.ts';
import { parseNumber } from '#domain/parse-number.ts';
import { call } from '#providers/http.ts';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { CallError, type Result } from '#providers/result.ts';
import { useKept, useResumed } from '../../session/use-interrupted.ts';
import { useUnsavedGuard } from '../../components/use-unsaved-guard.ts';
import { isChargesTouched, readCharges } from './charge-drafts.ts';
import { OfferAlternatives } from './offer-alternatives.tsx';
import { OfferCharges } from './offer-charges.tsx';
import { isOpen, type LineDraft } from './offer-draft.ts';
import { OfferLimit } from './offer-limit.tsx';
import { openingOf, readAlternatives, rowsOf, type OfferDraft } from './offer-opening.ts';
import { OfferPreview, type OfferPreviewData } from './offer-preview.tsx';
import { OfferRow, type Row } from './offer-row.tsx';
import styles from './offer-form.module.css';

const interrupted = createInterruptedInput<OfferDraft>();
const place = (orderId: number) => `order-offer/${orderId}`;

interface Props {
  order: OrderWithExt;
  /** Called after sending; with a message if another user was faster. */
  onChanged: (conflict?: string) => Promise<void>;
  /** Called when the user comes to a line. */
  onLine?: (lineNo: number) => void;
}

/**
 * Prices a request line by line and sends the offer. Enter and the arrow keys move between the lines of a column, Ctrl+D
 * copies the cell above, Ctrl+Enter sends.
 */
export function OfferForm({ order, onChanged, onLine }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const resumed = useResumed(interrupted, place(order.id));
  const opening = openingOf(order);
  const [typed, setDraft] = useState<OfferDraft | undefined>(() => resumed);
  const draft = typed ?? opening.draft;
  const [firstRevision] = useState(order.revision);
  const [isTried, setIsTried] = useState(false);
  const [refusal, setRefusal] = useState<{ msg: string; errors: FieldErrors }>();
  const [isSending, setIsSending] = useState(false);
  const [preview, setPreview] = useState<OfferPreviewData>();
  const [approvalReason, setApprovalReason] = useState('');
  const { setDirty } = useUnsavedGuard();
  const rows = rowsOf(order.items, draft.lines, opening.lines);
  const isDirty =
    draft.note !== opening.draft.note ||
    draft.validDays !== opening.draft.validDays ||
    rows.some((row) => row.isTouched) ||
    JSON.stringify(draft.alternatives) !== JSON.stringify(opening.draft.alternatives) ||
    isChargesTouched(draft, opening);
  useEffect(() => setDirty(isDirty));
  useKept(interrupted, place(order.id), () => (isDirty ? draft : undefined));

  const lines = rows.map(({ read }) => read.line);
  const charged = readCharges(draft, lines);
  const isChargesWrong = charged.faults.amounts.size > 0 || charged.faults.discount !== undefined;
  const total = totalWithCharges(lines, charged.charges);
  const computed = order.items
    .filter((item) => !isOpen(item))
    .reduce((sum, item) => sum + fenFromYuan(item.sub_total), 0);
  const alternatives = readAlternatives(order.items, draft.alternatives);
  const reducible = rows.map(({ item, read }) => ({
    line: read.line,
    automaticFen: isOpen(item) ? null : fenFromYuan(item.sub_total),
    alternatives: alternatives.flatMap(({ body, reducible: one }) =>
      one && body?.lineNo === item.lineNo ? [one] : [],
    ),
  }));
  const isAlternativeWrong = alternatives.some(({ body }) => body === undefined);
  const { percent } = reductionOf(reducible, charged.charges);
  const isAbove = order.discountLimit !== undefined && percent > order.discountLimit;
  const open = rows.filter(({ read }) => !read.decision).length;
  const days = draft.validDays.trim() === '' ? undefined : parseNumber(draft.validDays);
  const isDaysWrong =
    days !== undefined && (days === null || !Number.isInteger(days) || days < 1 || days > 365);

  const change = ({ key, line }: Row, changed: Partial<LineDraft>) =>
    setDraft({ ...draft, lines: { ...draft.lines, [key]: { ...line, ...changed } } });

  async function send(event?: SubmitEvent) {
    event?.preventDefault();
    await submit(async (params, body) => {
      const result = await call(orders.offer, { params, body });
      if (result.ok) {
        setDirty(false);
        // The form goes on with what waits.
        if (result.data.isForRelease) setDraft(undefined);
        await onChanged();
      }
      return result;
    });
  }

  const show = () =>
    submit(async (params, body) => {
      const result = await call(orders.previewOffer, { params, body });
      if (result.ok) setPreview(result.data);
      return result;
    });

  async function submit(
    act: (params: { id: number }, body: BodyOf<typeof orders.offer>) => Promise<Result<unknown>>,
  ) {
    if (isSending) return;
    setIsTried(true);
    setRefusal(undefined);
    const decisions = rows.flatMap(({ read }) => read.decision ?? []);
    if (open > 0 || isDaysWrong || isChargesWrong || isAlternativeWrong) return focusFirstFault();
    setIsSending(true);
    try {
      const { id: orderId, version, approval } = order;
      const result = await act(
        { id: orderId },
        {
          lines: decisions,
          ...charged.body,
          ...(alternatives.length > 0
            ? { alternatives: alternatives.flatMap(({ body }) => body ?? []) }
            : {}),
          note: draft.note,
          ...(days === undefined ? {} : { validDays: days }),
          ...(isAbove && approvalReason.trim() !== '' ? { approvalReason } : {}),
          ...(approval?.state === 'waiting' ? { replacesId: approval.id } : {}),
          version,
        },
      );
      if (result.ok) return;
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
    const column = columnOf(cell['column']);
    if (column === undefined) return;
    const at = Number(cell['line']);
    if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      const [above, row] = [rows[at - 1], rows[at]];
      return above && row && change(row, { [column]: above.line[column] });
    }
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = `[data-column="${column}"][data-line="${at + step}"]`;
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
              onFocus={() => onLine?.(row.item.lineNo)}
            />
          ))}
        </div>
        <p className={styles.hint}>
          金额留空按价格表报价；也可以填 +8%、-5%（相对自动报价）或 88.5/件。回车跳到下一个零件，Ctrl + D
          复制上一行，Ctrl + 回车发送。
        </p>
        <OfferAlternatives
          items={order.items}
          drafts={draft.alternatives}
          read={alternatives}
          isTried={isTried}
          onChange={(changed) => setDraft({ ...draft, alternatives: changed })}
        />
        <OfferCharges
          draft={draft}
          read={charged}
          isTried={isTried}
          onChange={(changed) => setDraft({ ...draft, ...changed })}
        />
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
        {order.discountLimit === undefined || percent === 0 ? null : (
          <OfferLimit
            percent={percent}
            limitPercent={order.discountLimit}
            reason={approvalReason}
            onReason={setApprovalReason}
          />
        )}
        <div className={styles.end}>
          <p role="status">
            合计 <strong>{formatFen(total.totalFen)}</strong>
            {total.totalFen === computed ? '' : `（自动报价 ${formatFen(computed)}）`}，交期{' '}
            {workingDaysText(total.deliveryDays)}
            {open > 0 ? `，还有 ${open} 个零件没有报价` : ''}
            {order.targetPrice === null ? '' : `；客户目标价 ${formatYuan(order.targetPrice)}`}
            {order.wishedDate === null ? '' : `；期望发货日 ${order.wishedDate}`}
          </p>
          <div className={styles.buttons}>
            <Button disabled={isSending} onClick={() => void show()}>
              预览
            </Button>
            <Button type="primary" htmlType="submit" loading={isSending}>
              {isAbove ? '提交审批' : '发送报价'}
            </Button>
          </div>
        </div>
      </form>
      {preview ? <OfferPreview preview={preview} onClose={() => setPreview(undefined)} /> : null}
    </section>
  );
}

const columns = ['amount', 'days', 'reason'] as const;
const columnOf = (name: string | undefined) => columns.find((column) => column === name);
