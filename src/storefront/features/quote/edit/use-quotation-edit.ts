import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { chargeInFen } from '#contract/orders/charges.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { revisions } from '#contract/orders/revisions.ts';
import { fenFromYuan, formatYuan } from '#domain/money.ts';
import { lineTitle } from '#domain/parts/line-title.ts';
import { pick } from '#domain/pick.ts';
import { processesLine } from '#domain/process-tree/chosen-processes.ts';
import { call, fetchData } from '#providers/http/http.ts';
import { notify } from '#providers/notices.ts';
import type { Failure, Result } from '#providers/http/result.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { isPricedByStaff, lastStepOf } from '#storefront/ui/order/line-step.ts';
import { chargeRow } from '../draft/charges/charge-result.ts';
import { lineChargesText } from '../draft/charges/model-charge-text.ts';
import type { OrderToPlace } from '../checkout/order-to-place.ts';
import type { Placement, QuotationEdit } from '../checkout/quotation-edit.ts';
import { modelOfOrder } from './model-of-order.ts';
import { isSameContent, savedContent, sentContent, type QuotationContent } from './quotation-content.ts';

/** The saved quotation that the page's changes are based on. */
interface Base {
  /** A quotation may have become a request since the page was opened, or vice versa. */
  status: OrderWithExt['status'];
  version: number;
  revision: number;
  content: QuotationContent;
}

const baseOf = (order: OrderWithExt): Base => ({
  status: order.status,
  version: order.version,
  revision: order.revision,
  content: savedContent(order),
});

export interface QuotationConflict {
  /** The quotation as changed by another user. */
  current: OrderWithExt;
  /** False if only the contact changed. */
  isNewRevision: boolean;
}

export interface QuotationEditControls {
  edit: QuotationEdit;
  conflict: QuotationConflict | undefined;
  /** Lets the next save overwrite the other user's version. */
  keepMine: () => void;
}

/** Undefined means that a conflict is shown. */
type Outcome = 'saved' | Placement | undefined;

/**
 * Saves the parts as the next revision of a quotation or request. Places a quotation as an order: at its
 * saved price if unchanged, otherwise after saving. Can also turn it into a request.
 * @param baseRevision the revision that the draft is based on
 */
export function useQuotationEdit(order: OrderWithExt, baseRevision: number): QuotationEditControls {
  const queryClient = useQueryClient();
  const base = useRef<Base>(baseOf(order));
  const kind = kindOf(order);
  const request = { params: { id: order.id }, quiet: true } as const;
  const [conflict, setConflict] = useState<QuotationConflict | undefined>(
    baseRevision === order.revision ? undefined : { current: order, isNewRevision: true },
  );

  async function submit(
    ...[body, reason]: Parameters<QuotationEdit['submit']>
  ): Promise<Placement | undefined> {
    const content = sentContent(body);
    const isSame = isSameContent(content, base.current.content);
    const isRequesting = kind === 'quotation' && body.status === 'requested';
    const isStillValid = kind !== 'quotation' || !order.isExpired;
    if (isSame && body.status !== 'placed' && !isRequesting && isStillValid) {
      notify({ type: 'info', message: `内容与第 ${base.current.revision} 版相同，没有保存新版本` });
      return undefined;
    }
    // A quotation must not contain unpriced parts: it becomes a request first.
    if (isRequesting && base.current.status === 'quoted') {
      const outcome = await move('requested', reason);
      if (outcome !== 'saved') return outcome;
    }
    if (kind === 'offer' && body.status === 'placed') {
      const outcome = await saveContact(content);
      if (outcome !== 'saved') return outcome;
    } else if (!isSame || (order.isExpired && !isRequesting)) {
      const outcome = await save(content);
      if (outcome !== 'saved') return outcome;
    }
    const outcome = body.status === 'placed' ? await move('placed') : 'saved';
    await queryClient.invalidateQueries({ queryKey: ['order', order.id] });
    await queryClient.invalidateQueries({ queryKey: ['orders'] });
    return outcome === 'saved' ? { orderId: order.id } : outcome;
  }

  /** Sends a change based on the page's version. Retries once if the shop has changed something unrelated. */
  async function attempt<D>(
    send: (version: number) => Promise<Result<D>>,
    isOwnChange: (current: OrderWithExt) => boolean,
    baseAfter: (data: D) => Base,
  ): Promise<Outcome> {
    for (let isRetry = false; ; isRetry = true) {
      const result = await send(base.current.version);
      if (result.ok) {
        base.current = baseAfter(result.data);
        return 'saved';
      }
      const outcome = await resolveRefusal(result, isOwnChange);
      if (outcome !== 'retry') return outcome;
      if (isRetry) return { failure: result };
    }
  }

  const save = (content: QuotationContent): Promise<Outcome> =>
    attempt(
      (version) => call(revisions.revise, { ...request, body: { ...content, version } }),
      (current) => isSameContent(content, savedContent(current)),
      ({ status, version, revision }) => ({ status, version, revision, content }),
    );

  /**
   * Accepting an offer with manual prices must not create a revision, which would lose them: a changed contact
   * is saved separately.
   */
  async function saveContact({ contactName, contactPhone, address }: QuotationContent): Promise<Outcome> {
    const saved = base.current.content;
    const content = { ...saved, contactName, contactPhone, address };
    if (isSameContent(content, saved)) return 'saved';
    return attempt(
      (version) =>
        call(orders.contact, { ...request, body: { contactName, contactPhone, address, version } }),
      () => false,
      ({ version }) => ({ ...base.current, version, content }),
    );
  }

  const move = (to: 'placed' | 'requested', reason = ''): Promise<Outcome> =>
    attempt(
      (version) =>
        call(orders.move, { ...request, body: { to, version, ...(reason === '' ? {} : { reason }) } }),
      ({ status }) => status === to,
      ({ version }) => ({ ...base.current, status: to, version }),
    );

  /** Classifies a refusal: another user's change, our own change whose response was lost, or an ordinary error. */
  async function resolveRefusal(
    failure: Failure,
    isOwnChange: (current: OrderWithExt) => boolean,
  ): Promise<Outcome | 'retry'> {
    if (!/^(record\.changed|order\.not_editable|order\.illegal_move)$/.test(failure.error))
      return { failure };
    const current = await fetchData(orders.withExt, request);
    if (isOwnChange(current)) {
      base.current = baseOf(current);
      return 'saved';
    }
    const isNewRevision = current.revision !== base.current.revision;
    const isContentSame = !isNewRevision && isSameContent(savedContent(current), base.current.content);
    if (current.status === base.current.status && isContentSame) {
      // The shop changed something unrelated, such as its note.
      base.current.version = current.version;
      return 'retry';
    }
    setConflict({ current, isNewRevision });
    return undefined;
  }

  return {
    edit: {
      kind,
      isExpired: order.isExpired,
      isReviewRequested: order.gates.some(({ kind }) => kind === 'asked'),
      isOffered: order.isOffered,
      contact: pick(order, ['contactName', 'contactPhone', 'address', 'remark']),
      savedOrder: (status) => (status === 'placed' && !order.isExpired ? orderAsSaved(order) : undefined),
      explain: ({ status, price }) => explain(order, kind, status, price),
      submit,
    },
    conflict,
    keepMine: () => {
      if (conflict) base.current = baseOf(conflict.current);
      setConflict(undefined);
    },
  };
}

function kindOf(order: OrderWithExt): QuotationEdit['kind'] {
  if (order.status === 'requested') return 'request';
  return isPricedByStaff(order) ? 'offer' : 'quotation';
}

/** The quotation at its saved price, whatever today's prices are. */
function orderAsSaved(order: OrderWithExt): OrderToPlace {
  const { items } = savedContent(order);
  const charges = order.charges.map(chargeInFen);
  return {
    status: 'placed',
    items,
    lines: order.items.map((item) => ({
      key: String(item.id),
      pictureModel: order.models.filter(({ lineNo }) => lineNo === item.lineNo).map(modelOfOrder)[0],
      title: lineTitle(item),
      num: item.num,
      subTotalFen: item.line_total === null ? undefined : fenFromYuan(item.line_total),
      isDeclined: lastStepOf(item)?.kind === 'declined',
      modelCharge: lineChargesText(charges, item.lineNo),
      details: `${item.materialName} · ${item.length}×${item.width}×${item.height} mm`,
      processes: processesLine(item.processes),
      remark: item.remark,
      hasFiles: order.files.some(({ lineNo }) => lineNo === item.lineNo),
    })),
    charges: charges.map(chargeRow),
    price: order.price,
    deliveryTime: order.delivery_time,
    ...(order.lead && { lead: { id: order.lead.id, name: order.lead.name } }),
  };
}

function explain(
  order: OrderWithExt,
  kind: QuotationEdit['kind'],
  status: OrderToPlace['status'],
  price: string,
): string {
  const next = order.revision + 1;
  if (kind === 'request' && status === 'quoted')
    return `内容已无须人工报价：将按当前价格保存为第 ${next} 版报价，可以直接下单。`;
  if (kind === 'request') return `将保存为第 ${next} 版，我们按新的内容报价。`;
  if (kind === 'offer' && status === 'requested')
    return `第 ${order.revision} 版的人工报价只适用于原来的内容：保存后成为第 ${next} 版并重新询价，原报价不再有效，收到新的报价后才能下单。`;
  if (status === 'requested')
    return `提交后由我们人工报价，第 ${order.revision} 版不再有效，收到新的报价后才能下单。`;
  if (status === 'quoted') return `将保存为第 ${next} 版；第 ${order.revision} 版仍可查看，但不再有效。`;
  if (!order.isExpired && price === order.price)
    return `未改动的内容按已保存的第 ${order.revision} 版提交：${formatYuan(order.price)}，有效期至 ${dateText(order.validUntil)}。`;
  return `将先按当前价格保存为第 ${next} 版，再提交订单。`;
}
