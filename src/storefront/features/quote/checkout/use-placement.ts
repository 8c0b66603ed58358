import { useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { orders, placeOrderBody } from '#contract/orders/orders.ts';
import { quotation, type Quotation } from '#contract/orders/quotes.ts';
import { notify } from '#providers/notices.ts';
import { placeOrder } from '#providers/orders.ts';
import { notifyFailure } from '#providers/outcome-notices.ts';
import { CallError, type Failure } from '#providers/http/result.ts';
import { onDemand } from '#storefront/ui/on-demand.ts';
import { guardUnload } from '#storefront/ui/use-unload-guard.ts';
import type { Attached } from './attach-models.ts';
import { filledContact, type Contact } from './contact-storage.ts';
import { withNewPrice } from './new-price.ts';
import type { OrderToPlace } from './order-to-place.ts';
import { wishFields, type Wishes } from './wishes.ts';
import type { QuotationEdit } from './quotation-edit.ts';
import type { Checkout } from './use-checkout.ts';
import { untilMeasured } from './waiting/until-measured.ts';

export type PlacementStep =
  | { name: 'asking'; errors: FieldErrors }
  /** `doing`: in words, while models are uploaded. */
  | { name: 'sending'; doing?: string }
  /** The order is placed once the server has measured the models of these parts. */
  | { name: 'measuring'; titles: readonly string[] }
  /** They took too long: the customer waits on or goes back. */
  | { name: 'late'; titles: readonly string[] }
  /** No answer: the order may have arrived. A retry with the same content is safe. */
  | { name: 'unknown'; reason: string }
  | { name: 'priceChanged'; before: OrderToPlace; figures: Quotation };

/** Places an order, step by step, until the server has it or the customer goes back. */
export function usePlacement(first: OrderToPlace, checkout: Checkout, edit: QuotationEdit | undefined) {
  const [order, setOrder] = useState(first);
  const [step, setStep] = useState<PlacementStep>({ name: 'asking', errors: {} });
  const waiting = useRef(new AbortController());
  useEffect(() => () => waiting.current.abort(), []);

  /** The browser asks before it leaves meanwhile: after a reload a retry would not be known as one. */
  async function place(composed: OrderToPlace, contact: Contact, wishes: Wishes): Promise<void> {
    const release = guardUnload();
    waiting.current = new AbortController();
    await send(composed, contact, wishes).finally(release);
  }

  async function send(composed: OrderToPlace, contact: Contact, wishes: Wishes): Promise<void> {
    const errors = contactErrors(bodyOf(composed, contact, wishes, edit));
    if (errors) return setStep({ name: 'asking', errors });
    setStep({ name: 'sending' });
    const { order: wanted, unsent } = await withModels(composed, (doing) =>
      setStep({ name: 'sending', doing }),
    );
    if (!wanted) {
      setStep({ name: 'asking', errors: {} });
      return checkout.unsent(unsent);
    }
    const body = bodyOf(wanted, contact, wishes, edit);
    setOrder(wanted);
    setStep({ name: 'sending' });
    try {
      const placement = edit
        ? await edit.submit(body, wishes.reason.trim())
        : await placeOrder(body, checkout.keys.keyFor(body), { quiet: true });
      if (!placement) return checkout.close();
      const { orderId, failure } = placement;
      if (failure?.error === 'order.model_waiting') return waitAndSend(wanted, contact, wishes);
      if (failure) return handleFailure(failure, wanted);
      checkout.keys.reset();
      checkout.placed(orderId, contact);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === 500) notify({ type: 'error', message: systemError(error), key: 'system' });
      setStep({ name: 'unknown', reason: error.message });
    }
  }

  /** Places the order by itself once its models are measured. */
  async function waitAndSend(wanted: OrderToPlace, contact: Contact, wishes: Wishes): Promise<void> {
    const { signal } = waiting.current;
    let titles: readonly string[] = [];
    setStep({ name: 'measuring', titles });
    const isMeasured = await untilMeasured(wanted, {
      signal,
      onWait: (left) => setStep({ name: 'measuring', titles: (titles = left) }),
    });
    if (signal.aborted) return;
    if (isMeasured) return send(wanted, contact, wishes);
    setStep({ name: 'late', titles });
  }

  async function handleFailure(failure: Failure, wanted: OrderToPlace): Promise<void> {
    const { error, code, data, errors = {} } = failure;
    if (code === 503) {
      notifyFailure(orders.place, failure);
      return setStep({ name: 'unknown', reason: failure.msg });
    }
    const figures = quotation.safeParse(data);
    if (error === 'order.price_changed' && figures.success) {
      setStep({ name: 'priceChanged', before: wanted, figures: figures.data });
      return checkout.refresh();
    }
    if (error === 'order.unpriced') {
      // The page's price table is outdated; with the new one these parts wait for a manual review.
      const message = '价目表刚有更新，有零件需要人工报价，请核对后提交询价';
      notify({ type: 'warning', message });
      checkout.refresh();
      return checkout.close();
    }
    if (/^order\.(needs_review|lead_unavailable|lead_full)$/.test(error)) {
      // The rules on the page are outdated, or the server has found something in a model, or the last slot is taken.
      notify({ type: 'warning', message: failure.msg });
      checkout.refresh();
      return checkout.close();
    }
    notifyFailure(orders.place, failure);
    setStep({ name: 'asking', errors });
    if (error === 'quote.invalid' || Object.keys(errors).some((path) => path.startsWith('items.'))) {
      if (first.lines.some(({ model }) => model))
        await loadAttaching().then((code) => code?.sendAgain(first, errors));
      checkout.refused(errors);
    }
  }

  return {
    order,
    step,
    place: (contact: Contact, wishes: Wishes) => place(order, contact, wishes),
    acceptNewPrice: (figures: Quotation, contact: Contact, wishes: Wishes) =>
      place(withNewPrice(order, figures), contact, wishes),
  };
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
  // A saved quotation has its own.
  ...(status === 'requested' && !edit ? wishFields(wishes) : {}),
  ...filledContact(contact),
});

const loadAttaching = onDemand(() => import('./attach-models.ts'), '附件功能');

/** The order with its models on the server, or the parts whose files were not sent. */
async function withModels(order: OrderToPlace, onSend: (doing: string) => void): Promise<Attached> {
  if (!order.lines.some(({ model }) => model)) return { order };
  const code = await loadAttaching();
  return code ? code.attachModels(order, onSend) : { unsent: [] };
}

const systemError = ({ message }: CallError) =>
  message.startsWith('系统错误') ? message : `系统错误 ${message}`;

function contactErrors(body: object): FieldErrors | undefined {
  const result = placeOrderBody.safeParse(body);
  if (result.success) return undefined;
  return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
}
