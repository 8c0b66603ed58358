import { Alert, Button, Checkbox, Input } from 'antd';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import type { BodyOf } from '#contract/kernel/endpoint.ts';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { orders } from '#contract/orders/orders.ts';
import type { PriceJump } from '#contract/prices/price-jumps.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import type { Result } from '#providers/http/result.ts';
import { useCommand } from '../../../calls/use-command.ts';
import { useSaveOnSessionEnd, useRestoredInput } from '../../../session/use-interrupted.ts';
import { useBusy } from '../../../components/use-busy.ts';
import { useConfirm } from '../../../components/use-confirm.ts';
import { useUnsavedGuard } from '../../../components/use-unsaved-guard.ts';
import { ValidatedInput } from './validated-input.tsx';
import { OfferAlternatives } from './offer-alternatives.tsx';
import { OfferCharges } from './offer-charges.tsx';
import type { LineDraft } from './offer-draft.ts';
import { DroppedDecisionsAlert } from './dropped-decisions-alert.tsx';
import { jumpsOf, OfferJumps } from './offer-jumps.tsx';
import { useOfferKeys } from './use-offer-keys.ts';
import { OfferLimit } from './offer-limit.tsx';
import { initialOffer, type OfferDraft } from './initial-offer.ts';
import { OfferPreview, type OfferPreviewData } from './offer-preview.tsx';
import { OfferRow, type Row } from './offer-row.tsx';
import { OfferTotal } from './offer-total.tsx';
import { OfferSuggestions } from './offer-suggestions.tsx';
import { isLoss, marginText, useOrderCost } from '../parts/order-cost.ts';
import { offerBody, parseOffer } from './parse-offer.ts';
import type { UnsentOffers } from './unsent-offers.ts';
import styles from './offer-form.module.css';

const interrupted = createInterruptedInput<OfferDraft>();
const formName = (orderId: number) => `order-offer/${orderId}`;

interface Props {
  order: OrderWithExt;
  /** Called after sending, with a message if it conflicted with another user. */
  onChanged: (conflict?: string) => Promise<void>;
  /** Stores the input when the form closes; by default it is discarded. */
  unsent?: UnsentOffers;
  /** Called when a line gets the focus. */
  onLineFocus?: (lineNo: number) => void;
  /** Blocks sending until the user has confirmed a request that was opened automatically. */
  isSendingBlocked?: boolean;
  /** Called when any field gets the focus. */
  onTouch?: () => void;
}

/**
 * Prices a request line by line and sends the offer. Enter and the arrow keys move between the lines of a column, Ctrl+D
 * copies the cell above, Ctrl+Enter sends.
 */
export function OfferForm({
  order,
  onChanged,
  unsent,
  onLineFocus,
  isSendingBlocked = false,
  onTouch,
}: Props) {
  const command = useCommand();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const restored = useRestoredInput(interrupted, formName(order.id));
  const initial = initialOffer(order);
  const [stored] = useState(() => unsent?.find(order.id));
  const [editedDraft, setDraft] = useState<OfferDraft | undefined>(() => restored ?? stored?.draft);
  const draft = editedDraft ?? initial.draft;
  /** The revision for which the input was begun. */
  const [baseRevision] = useState(stored?.revision ?? order.revision);
  const [attempts, setAttempts] = useState(0);
  const [rejection, setRejection] = useState<{ msg: string; errors: FieldErrors }>();
  const { busy, whileBusy } = useBusy<'send'>();
  const isSending = busy !== undefined;
  const [preview, setPreview] = useState<OfferPreviewData>();
  const [approvalReason, setApprovalReason] = useState(stored?.approvalReason ?? '');
  const [jumps, setJumps] = useState<PriceJump[]>();
  const [activeLineNo, setActiveLineNo] = useState<number>();
  const activeItem = order.items.find((item) => item.lineNo === activeLineNo) ?? order.items[0];
  const { setDirty } = useUnsavedGuard();
  const confirm = useConfirm();
  const cost = useOrderCost(order);
  const parsed = parseOffer(order, draft, initial, cost);
  const { rows, margin, missedFloorPercent, hasErrors, isChanged, hasValidDaysError } = parsed;
  const needsApproval = parsed.isAboveLimit || missedFloorPercent !== null;
  useEffect(() => setDirty(isChanged));
  useSaveOnSessionEnd(interrupted, formName(order.id), () => (isChanged ? draft : undefined));
  useEffect(() => {
    if (isChanged && editedDraft)
      unsent?.keep(order.id, { revision: baseRevision, draft: editedDraft, approvalReason });
    else unsent?.drop(order.id);
  }, [unsent, order.id, baseRevision, editedDraft, approvalReason, isChanged]);

  const change = ({ key, line }: Row, changed: Partial<LineDraft>) =>
    setDraft({ ...draft, lines: { ...draft.lines, [key]: { ...line, ...changed } } });

  const onKeyDown = useOfferKeys(form, {
    copyAbove(column, lineIndex) {
      const [above, row] = [rows[lineIndex - 1], rows[lineIndex]];
      if (above && row) change(row, { [column]: above.line[column] });
    },
    send,
  });

  function send(event?: SubmitEvent) {
    event?.preventDefault();
    // `sendOffer` then only shows the errors, or does nothing.
    if (hasErrors || isSending) return void sendOffer();
    const newJumps = jumpsOf(rows);
    if (newJumps.length === 0) sendChecked();
    else setJumps(newJumps);
  }

  function sendChecked() {
    const loss = margin && isLoss(margin) ? marginText(margin) : undefined;
    // Below the minimum margin, the approver decides about the loss, so the author is not asked.
    if (loss === undefined || missedFloorPercent !== null) return void sendOffer();
    confirm({
      title: '报价低于成本，仍然发送？',
      content: `${loss}。`,
      okText: '仍然发送',
      onOk: sendOffer,
    });
  }

  const sendOffer = () =>
    submit(async (params, body) => {
      const result = await command(orders.offer, { params, body });
      if (result.ok) {
        setDirty(false);
        // The offer awaits approval; the form then starts from it.
        if (result.data.isForRelease) setDraft(undefined);
        await onChanged();
      }
      return result;
    });

  const showPreview = () =>
    submit(async (params, body) => {
      const result = await command(orders.previewOffer, { params, body });
      if (result.ok) setPreview(result.data);
      return result;
    });

  async function submit(
    act: (params: { id: number }, body: BodyOf<typeof orders.offer>) => Promise<Result<unknown>>,
  ) {
    if (isSending) return;
    setAttempts(attempts + 1);
    setRejection(undefined);
    if (hasErrors) return focusFirstError();
    await whileBusy('send', async () => {
      const reason = needsApproval ? approvalReason.trim() : '';
      const result = await act({ id: order.id }, offerBody(order, draft, parsed, reason));
      if (result.ok) return;
      if (result.error === 'record.changed' || result.error === 'order.not_requested') {
        setDirty(false);
        return onChanged(result.msg);
      }
      setRejection({ msg: result.msg, errors: result.errors ?? {} });
    });
  }

  function focusFirstError() {
    // Waits until the errors are rendered.
    requestAnimationFrame(() => {
      const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      field?.focus({ preventScroll: true });
      // Centred: the page header covers the top of the window.
      field?.scrollIntoView?.({ block: 'center' });
    });
  }

  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>报价</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- notices the focus of its fields */}
      <form ref={form} aria-labelledby={id} className={styles.form} onSubmit={send} onFocus={onTouch}>
        {order.revision !== baseRevision ? (
          <Alert
            type="warning"
            showIcon
            title="客户刚刚修改了询价，没有变动的零件保留了您填写的内容，请核对"
          />
        ) : null}
        {rejection ? <Alert type="error" showIcon title={rejection.msg} /> : null}
        <DroppedDecisionsAlert
          key={`dropped ${order.revision}`}
          order={order}
          rows={rows}
          onApply={(apply) => setDraft(apply(draft))}
        />
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
              cost={cost?.lines.find(({ lineNo }) => lineNo === row.item.lineNo)}
              serverError={rejection?.errors[`lineNo.${row.item.lineNo}`]}
              wasSendAttempted={attempts > 0}
              onChange={(changed) => change(row, changed)}
              onKeyDown={onKeyDown}
              onActivate={() => {
                setActiveLineNo(row.item.lineNo);
                onLineFocus?.(row.item.lineNo);
                onTouch?.();
              }}
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
          parsed={parsed.alternatives}
          attempts={attempts}
          onChange={(changed) => setDraft({ ...draft, alternatives: changed })}
        />
        {activeItem ? (
          <OfferSuggestions
            key={activeItem.lineNo}
            order={order}
            item={activeItem}
            drafts={draft.alternatives}
            onChange={(changed) => setDraft({ ...draft, alternatives: changed })}
          />
        ) : null}
        <OfferCharges
          draft={draft}
          parsed={parsed.charges}
          attempts={attempts}
          onChange={(changed) => setDraft({ ...draft, ...changed })}
        />
        <div className={styles.terms}>
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
            <ValidatedInput
              id={`${id}-days`}
              inputMode="numeric"
              placeholder="按参数设置"
              value={draft.validDays}
              error={hasValidDaysError ? '有效期应为 1–365 天' : undefined}
              onChange={(event) => setDraft({ ...draft, validDays: event.target.value })}
              onKeyDown={onKeyDown}
            />
          </div>
        </div>
        <OfferLimit
          reductionPercent={parsed.reductionPercent}
          limitPercent={order.discountLimit}
          marginPercent={margin?.margin?.percent ?? null}
          floorPercent={missedFloorPercent}
          reason={approvalReason}
          onReason={setApprovalReason}
        />
        {parsed.needsFreeCheck ? (
          <p>
            <Checkbox
              checked={draft.isFree === true}
              aria-invalid={draft.isFree !== true}
              onChange={(event) => setDraft({ ...draft, isFree: event.target.checked })}
            >
              免费：合计为 ¥0.00，客户不用付款
            </Checkbox>
            {attempts > 0 && draft.isFree !== true ? (
              <span role="alert" className={styles.error}>
                合计为 0 时请勾选“免费”
              </span>
            ) : null}
          </p>
        ) : null}
        <div className={styles.end}>
          <div>
            <OfferTotal order={order} parsed={parsed} />
            {isSendingBlocked ? (
              <p className={styles.hint}>这是下一个询价，还没有核对：认领，或点开任一零件后，再发送报价。</p>
            ) : null}
          </div>
          <div className={styles.buttons}>
            <Button disabled={isSending} onClick={() => void showPreview()}>
              预览
            </Button>
            <Button type="primary" htmlType="submit" loading={isSending} disabled={isSendingBlocked}>
              {needsApproval ? '提交审批' : '发送报价'}
            </Button>
          </div>
        </div>
      </form>
      {jumps ? (
        <OfferJumps
          jumps={jumps}
          onAnswer={(isConfirmed) => {
            setJumps(undefined);
            if (isConfirmed) sendChecked();
          }}
        />
      ) : null}
      {preview ? <OfferPreview preview={preview} onClose={() => setPreview(undefined)} /> : null}
    </section>
  );
}
