import { contactLabels, missingContact } from '#domain/orders/contact.ts';
import { acceptsContactChange, acceptsFiles } from '#domain/orders/moves.ts';
import { orderStatusLabels } from '#domain/orders/order-status.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { ContactEdit, AdditionalFiles } from '#contract/orders/order-edits.ts';
import { AppError } from '#server/http/app-error.ts';
import { changesOf } from '#server/http/records.ts';
import { addFiles } from '#server/modules/files/attach-files.service.ts';
import { changeOrder, type ChangeContext, type OrderCall } from '../change-order.ts';
import type { MoveDeps } from '../reading/orders.service.ts';

type Deps = Pick<MoveDeps, 'database' | 'settings'>;

/**
 * Corrects the delivery contact of an order that is not confirmed yet, with a history entry. Issued documents do not change.
 * Throws `record.not_found`, `order.not_editable`, `request.invalid`, `record.changed`.
 */
export function correctContact(deps: Deps, call: OrderCall<ContactEdit>): Promise<Order> {
  const { version, ...contact } = call.body;
  return changeOrder({
    deps,
    call,
    check({ order, settings, errorWithOrder }) {
      const fields = missingContact(settings['order.contact'], contact);
      if (Object.keys(fields).length > 0) throw new AppError('request.invalid', { fields });
      if (!acceptsContactChange(order.status)) throw notEditable(order, errorWithOrder);
    },
    async work({ order, audit, errorWithOrder, save }) {
      const changes = changesOf(order, contact);
      audit(changes);
      const labels = Object.keys(changes).map((field) => contactLabels[field as keyof typeof contactLabels]);
      if (labels.length === 0) return {};
      if (order.version !== version) throw errorWithOrder('record.changed');
      return { after: await save(contact), history: [{ reason: `修改${labels.join('、')}` }] };
    },
  });
}

/**
 * Adds the caller's uploads to a part of a placed order that is not confirmed yet, with a history entry.
 * Throws `record.not_found`, `order.not_editable`, `quote.invalid`, `record.changed`.
 */
export function addOrderFiles(deps: Deps, call: OrderCall<AdditionalFiles>): Promise<Order> {
  const { revision, lineNo, fileIds } = call.body;
  return changeOrder({
    deps,
    call,
    check({ order, errorWithOrder }) {
      if (!acceptsFiles(order.status)) throw notEditable(order, errorWithOrder);
      if (order.revision !== revision) throw errorWithOrder('record.changed');
    },
    async work({ tx, order, by: { userId }, audit, save }) {
      audit({ lineNo, fileIds });
      if (lineNo > order.itemCount) throw new AppError('record.not_found');
      const names = await addFiles(tx, { orderId: order.id, revision, userId }, lineNo, fileIds);
      if (names.length === 0) return {};
      return {
        after: await save({}),
        history: [{ reason: `补充附件：零件 ${lineNo}，${names.join('、')}` }],
      };
    },
  });
}

const notEditable = (
  { status }: ChangeContext['order'],
  errorWithOrder: ChangeContext['errorWithOrder'],
): AppError =>
  errorWithOrder('order.not_editable', {
    msg:
      status === 'quoted'
        ? '报价的图纸请在修改报价时补充'
        : `订单${orderStatusLabels[status]}，不能再修改，请联系我们`,
  });
