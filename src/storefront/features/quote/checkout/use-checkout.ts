import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { DeskCustomer } from '#contract/orders/quote-desk.ts';
import { refreshCatalogue } from '#providers/catalogue/catalogue.ts';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { notify } from '#providers/notices.ts';
import { CallError } from '#providers/http/result.ts';
import { paths } from '#storefront/app/paths.ts';
import type { DraftSaver } from '../draft/storage/draft-saver.ts';
import { partTitle } from '../draft/draft.ts';
import { fieldId, focusField } from '../draft/field-focus.ts';
import { BODIES_FIELD, needsBodyChoice } from '../draft/part-model.ts';
import { materialText, partProcessesText } from '../draft/part-texts.ts';
import { unreadyReason, type QuoteSummary } from '../draft/price-draft.ts';
import { catalogueQuery } from '../draft/quote-queries.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import type { Dispatch, QuoteState } from '../draft/quote-actions.ts';
import { firstErrorField, splitServerErrors } from '../draft/validation.ts';
import { noContact, saveContact, type Contact } from './contact-storage.ts';
import { orderToPlace, type OrderToPlace } from './order-to-place.ts';
import { createPlacementKeys } from './placement-keys.ts';
import type { QuotationEdit } from './quotation-edit.ts';
import { useContact } from './use-contact.ts';
import { waitReasonOf, linesWithErrors, LONGEST_WAIT_MS } from './waiting/wait-reason.ts';
import { noWishes, type Wishes } from './wishes.ts';

interface CheckoutOptions {
  state: QuoteState;
  dispatch: Dispatch;
  scope: QuoteScope;
  summary: QuoteSummary;
  /** `YYYY-MM-DD` */
  shipsOn?: string;
  saver: DraftSaver;
  userId: number;
  /** The order that is edited or quoted again. */
  orderId: number | undefined;
  /** Present while an existing quotation is edited. */
  edit: QuotationEdit | undefined;
  /** The customer that staff act for. */
  forCustomer: DeskCustomer | undefined;
}

/** Saves an open confirmation dialog when the session ends. */
const interruptedInput = createInterruptedInput<{
  status: OrderToPlace['status'];
  contact: Contact;
  wishes: Wishes;
}>();

interface Waiting {
  status: OrderToPlace['status'];
  isLate: boolean;
}

const placedTexts = { placed: '提交成功', quoted: '报价已保存', requested: '询价已提交' } as const;

export type Checkout = ReturnType<typeof useCheckout>;

/** The checkout: validates, confirms and places the order, and leads back to parts with errors. */
export function useCheckout(options: CheckoutOptions) {
  const { state, dispatch, scope, summary, shipsOn, saver, userId, orderId, edit, forCustomer } = options;
  const formName = `${orderId}/${forCustomer?.userId}`;
  const [resumed] = useState(() => interruptedInput.find({ userId, name: formName }));
  const [confirming, setConfirming] = useState(() => resumed && composeOrder(resumed.status));
  const [wishes, setWishes] = useState<Wishes>(
    resumed?.wishes ?? { ...noWishes, ...(forCustomer && { forCustomer }) },
  );
  const [contact, setContact] = useContact(
    userId,
    resumed?.contact ?? edit?.contact ?? (forCustomer && noContact),
    confirming !== undefined || forCustomer !== undefined,
  );
  const [placementKeys] = useState(createPlacementKeys);
  const [waiting, setWaiting] = useState<Waiting>();
  const [hasAskedForDrawing, setAskedForDrawing] = useState(false);
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const readInput = useEffectEvent(() => confirming && { status: confirming.status, contact, wishes });
  useEffect(() => interruptedInput.follow({ userId, name: formName }, () => readInput()), [userId, formName]);

  function savedOrder(status: OrderToPlace['status']): OrderToPlace | undefined {
    return state.isTouched ? undefined : edit?.savedOrder(status);
  }

  function composeOrder(status: OrderToPlace['status']): OrderToPlace | undefined {
    return (
      savedOrder(status) ??
      orderToPlace(summary, status, shipsOn, (part) => ({
        details: materialText(part, scope),
        processes: partProcessesText(part, scope),
      }))
    );
  }

  function checkOut(status: OrderToPlace['status']): void {
    setWaiting(undefined);
    const uploading = state.parts.find(({ pendingFiles }) => pendingFiles > 0);
    if (uploading) {
      const { key, isExpanded } = uploading;
      if (!isExpanded) flushSync(() => dispatch({ type: 'toggled', key }));
      // The retry button of a failed upload, or else the files.
      focusField(key, document.getElementById(fieldId(key, 'unsent')) ? 'unsent' : 'fileIds');
      return notify({ type: 'warning', message: '还有附件没有上传完成：请等待、重试或移除' });
    }
    const saved = savedOrder(status);
    if (saved) return setConfirming(saved);
    const invalid = linesWithErrors(summary, status);
    if (invalid.length > 0) return showProblems(invalid);
    if (waitReasonOf(summary, status)) return setWaiting({ status, isLate: false });
    const order = composeOrder(status);
    if (order) setConfirming(order);
    else showProblems([]);
  }

  const waitReason = waiting && waitReasonOf(summary, waiting.status);
  const isWaitOver = waiting && (!waitReason || linesWithErrors(summary, waiting.status).length > 0);
  const resume = useEffectEvent(() => waiting && checkOut(waiting.status));
  useEffect(() => {
    // Runs after rendering: a field must exist before it is focused.
    if (isWaitOver) queueMicrotask(() => resume());
  }, [isWaitOver]);
  useEffect(() => {
    if (!waiting || waiting.isLate) return;
    const timer = setTimeout(() => setWaiting({ ...waiting, isLate: true }), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [waiting]);

  function showProblems(invalid: QuoteSummary['lines']): void {
    const [first] = invalid;
    if (!first) return notify({ type: 'warning', message: '请至少添加一个零件' });
    flushSync(() =>
      dispatch({
        type: 'validated',
        keysWithErrors: invalid.map(({ part: invalidPart }) => invalidPart.key),
      }),
    );
    const { part, view } = first;
    const field = needsBodyChoice(part)
      ? BODIES_FIELD
      : firstErrorField(part, view.checked.errors ?? {}, state.catalogue);
    focusField(part.key, field ?? '');
    const reason = needsBodyChoice(part) || field === undefined ? unreadyReason(part, view) : '';
    if (reason === '') return;
    const title = partTitle(part, state.parts.indexOf(part));
    notify({ type: 'warning', message: `${title}：${reason}` });
  }

  /** Closes the dialog and focuses the first part's files. */
  function addDrawing(): void {
    setConfirming(undefined);
    const first = state.parts[0];
    if (first) focusField(first.key, 'fileIds');
  }

  function onPlaced(orderId: number, usedContact: Contact): void {
    const status = confirming?.status ?? 'placed';
    const isNew = status === 'placed' || (status === 'requested' && !edit);
    // A request for a customer must not store that contact as the staff member's own.
    if (!forCustomer) saveContact(userId, usedContact);
    saver.close();
    notify({ type: 'success', message: placedTexts[status] });
    navigate(isNew ? paths.orderSuccess(orderId) : paths.orderDetails(orderId));
  }

  /** Closes the dialog and focuses the first part whose file was not sent; each of them shows an error. */
  function onUploadFailed(keys: readonly string[]): void {
    const [first] = keys;
    if (first === undefined) return;
    flushSync(() => {
      setConfirming(undefined);
      setWaiting(undefined);
      dispatch({ type: 'validated', keysWithErrors: keys });
    });
    focusField(first, 'model');
  }

  function onRefused(errors: FieldErrors): void {
    const { byPart } = splitServerErrors(
      errors,
      state.parts.map(({ key }) => key),
    );
    const part = state.parts.find(({ key }) => byPart[key] !== undefined);
    if (part) {
      flushSync(() => {
        setConfirming(undefined);
        dispatch({ type: 'refused', errors: byPart });
      });
      focusField(part.key, firstErrorField(part, byPart[part.key] ?? {}, state.catalogue) ?? '');
    }
    refresh();
  }

  function refresh(): void {
    for (const queryName of ['review-rules', 'charge-rules', 'default-config'])
      void queryClient.invalidateQueries({ queryKey: [queryName] });
    refreshCatalogue({ force: true }).then(
      (catalogue) => queryClient.setQueryData(catalogueQuery.queryKey, catalogue),
      (error: unknown) => {
        // The HTTP client has reported the error, and the server prices every order anyway.
        if (!(error instanceof CallError)) throw error;
      },
    );
  }

  return {
    confirming,
    /** Replaces the order in the dialog. */
    confirm: setConfirming,
    contact,
    setContact,
    wishes,
    setWishes,
    keys: placementKeys,
    checkOut,
    /** An order whose confirmation opens automatically once its models are read and measured. */
    waiting: waiting && waitReason && { ...waiting, ...waitReason, stop: () => setWaiting(undefined) },
    /** Called for models that could not be uploaded while the order waits for them. */
    onUnsent: waiting && onUploadFailed,
    hasAskedForDrawing,
    markDrawingAsked: () => setAskedForDrawing(true),
    addDrawing,
    close: () => setConfirming(undefined),
    onPlaced,
    onUploadFailed,
    onRefused,
    refresh,
  };
}
