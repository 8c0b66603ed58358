import { useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { orders, placeOrderBody } from '#contract/orders/orders.ts';
import { quotation, type Quotation } from '#contract/orders/quotes.ts';
import { notify } from '#providers/notices.ts';
import { call } from '#providers/http/http.ts';
import { notifyFailure } from '#providers/outcome-notices.ts';
import { CallError, type Failure } from '#providers/http/result.ts';
import { onDemand } from '#storefront/ui/on-demand.ts';
import { guardUnload } from '#storefront/ui/use-unload-guard.ts';
import type { AttachResult } from './attach-models.ts';
import { filledContact, type Contact } from './contact-storage.ts';
import { withNewPrice } from './new-price.ts';
import type { OrderToPlace } from './order-to-place.ts';
import { wishFields, type Wishes } from './wishes.ts';
import type { Placement, QuotationEdit } from './quotation-edit.ts';
import type { Checkout } from './use-checkout.ts';
import { waitUntilMeasured } from './waiting/until-measured.ts';

export type PlacementStep =
  /** `notice`: why the order became a request. */
  | { name: 'editing'; errors: FieldErrors; notice?: string }
  /** `progress`: progress text while models are uploaded. */
  | { name: 'sending'; progress?: string }
  /** The order is placed once the server has measured the models of these parts. */
  | { name: 'measuring'; titles: readonly string[] }
  /** Measuring took too long: the customer can keep waiting, request an offer or go back. */
  | { name: 'late'; titles: readonly string[] }
  /** No response: the order may have been placed. A retry with the same content is safe. */
  | { name: 'unknown'; reason: string }
  | { name: 'priceChanged'; before: OrderToPlace; figures: Quotation };

/** Places the order in the dialog, step by step, until the server accepts it or the customer goes back. */
export function usePlacement(order: OrderToPlace, checkout: Checkout, edit: QuotationEdit | undefined) {
  /** Keeps the models, which are removed from the order once they are uploaded. */
  const [orderWithModels] = useState(order);
  const [step, setStep] = useState<PlacementStep>({ name: 'editing', errors: {} });
  const abort = useRef(new AbortController());
  // An offer can be accepted or changed, but not requested again.
  const canRequest = order.status !== 'requested' && edit?.kind !== 'offer';
  useEffect(() => () => abort.current.abort(), []);

  /** Guards against leaving: after a reload, a retry would have another key. */
  async function place(composed: OrderToPlace, contact: Contact, wishes: Wishes): Promise<void> {
    const release = guardUnload();
    abort.current = new AbortController();
    await send(composed, contact, wishes).finally(release);
  }

  async function send(composed: OrderToPlace, contact: Contact, wishes: Wishes): Promise<void> {
    const errors = contactErrors(bodyOf(composed, contact, wishes, edit));
    if (errors) return setStep({ name: 'editing', errors });
    setStep({ name: 'sending' });
    const { order: orderToSend, unsent } = await withModels(composed, (progress) =>
      setStep({ name: 'sending', progress }),
    );
    if (!orderToSend) {
      setStep({ name: 'editing', errors: {} });
      return checkout.onUploadFailed(unsent);
    }
    const body = bodyOf(orderToSend, contact, wishes, edit);
    checkout.confirm(orderToSend);
    setStep({ name: 'sending' });
    try {
      const placement = edit
        ? await edit.submit(body, wishes.reason.trim())
        : await placeNew(body, checkout.keys.keyFor(body));
      if (!placement) return checkout.close();
      if (placement.failure?.error === 'order.model_waiting')
        return waitAndSend(orderToSend, contact, wishes);
      if (placement.failure) return handleFailure(placement.failure, orderToSend);
      checkout.keys.reset();
      checkout.onPlaced(placement.orderId, contact);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === 500) notify({ type: 'error', message: systemErrorText(error), key: 'system' });
      setStep({ name: 'unknown', reason: error.message });
    }
  }

  /** Places the order automatically once its models are measured. */
  async function waitAndSend(orderToSend: OrderToPlace, contact: Contact, wishes: Wishes): Promise<void> {
    const { signal } = abort.current;
    let titles: readonly string[] = [];
    setStep({ name: 'measuring', titles });
    const isMeasured = await waitUntilMeasured(orderToSend, {
      signal,
      onWait: (pending) => setStep({ name: 'measuring', titles: (titles = pending) }),
    });
    if (signal.aborted) return;
    if (isMeasured) return send(orderToSend, contact, wishes);
    setStep({ name: 'late', titles });
  }

  async function handleFailure(failure: Failure, orderToSend: OrderToPlace): Promise<void> {
    const { error, code, data, errors = {} } = failure;
    if (code === 503) {
      notifyFailure(orders.place, failure);
      return setStep({ name: 'unknown', reason: failure.msg });
    }
    const figures = quotation.safeParse(data);
    if (error === 'order.price_changed' && figures.success) {
      setStep({ name: 'priceChanged', before: orderToSend, figures: figures.data });
      return checkout.refresh();
    }
    const notice = reviewNotice(failure);
    if (notice !== undefined && canRequest) {
      requestInstead(orderToSend, notice);
      return checkout.refresh();
    }
    if (notice !== undefined || /^order\.(lead_unavailable|lead_full)$/.test(error)) {
      notify({ type: 'warning', message: notice ?? failure.msg });
      checkout.refresh();
      return checkout.close();
    }
    notifyFailure(orders.place, failure);
    setStep({ name: 'editing', errors });
    if (error === 'quote.invalid' || Object.keys(errors).some((path) => path.startsWith('items.'))) {
      if (orderWithModels.lines.some(({ model }) => model))
        await loadAttachModels().then((attachModule) =>
          attachModule?.forgetDeletedUploads(orderWithModels, errors),
        );
      checkout.onRefused(errors);
    }
  }

  /** Turns the order into a request with the same parts and contact, to be confirmed. */
  function requestInstead(orderToSend: OrderToPlace, notice?: string): void {
    checkout.confirm({ ...orderToSend, status: 'requested' });
    setStep({ name: 'editing', errors: {}, notice });
  }

  return {
    step,
    requestInstead: canRequest ? () => requestInstead(order) : undefined,
    place: (contact: Contact, wishes: Wishes) => place(order, contact, wishes),
    acceptNewPrice: (figures: Quotation, contact: Contact, wishes: Wishes) =>
      place(withNewPrice(order, figures), contact, wishes),
  };
}

/** Why staff have to price the order: prices or rules have changed, or the server found a problem in a model. */
function reviewNotice({ error, msg }: Failure): string | undefined {
  if (error === 'order.unpriced') return '价目表刚有更新，有零件需要人工报价，请提交询价';
  return error === 'order.needs_review' || error === 'order.free' ? msg : undefined;
}

const bodyOf = (
  { items, price, status, lead }: OrderToPlace,
  contact: Contact,
  wishes: Wishes,
  edit: QuotationEdit | undefined,
) => ({
  items,
  price,
  status,
  ...(lead && { leadClassId: lead.id }),
  // A saved quotation keeps its own wishes.
  ...(status === 'requested' && !edit ? wishFields(wishes) : {}),
  ...filledContact(contact),
});

/** A key creates at most one order, so a call that got no response can be repeated with the same key. */
async function placeNew(body: ReturnType<typeof bodyOf>, idempotencyKey: string): Promise<Placement> {
  const result = await call(orders.place, { body, idempotencyKey, quiet: true });
  return result.ok ? { orderId: result.data } : { failure: result };
}

const loadAttachModels = onDemand(() => import('./attach-models.ts'), '附件功能');

/** Uploads the order's models; loads the code for it only if there are any. */
async function withModels(order: OrderToPlace, onSend: (progress: string) => void): Promise<AttachResult> {
  if (!order.lines.some(({ model }) => model)) return { order };
  const attachModule = await loadAttachModels();
  return attachModule ? attachModule.attachModels(order, onSend) : { unsent: [] };
}

const systemErrorText = ({ message }: CallError) =>
  message.startsWith('系统错误') ? message : `系统错误 ${message}`;

function contactErrors(body: object): FieldErrors | undefined {
  const result = placeOrderBody.safeParse(body);
  if (result.success) return undefined;
  return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
}
