import type { FieldErrors } from '#contract/kernel/errors.ts';
import { MAX_PART_FILES, type QuotationItem } from '#contract/orders/part-item.ts';
import { sentModel, type PartModel } from '../draft/part-model.ts';
import {
  forgetUpload,
  uploadPartFile,
  uploadStateOf,
  uploadKindOf,
} from '../models/sending/upload-states.ts';
import { requestRetryFocus } from '../models/sending/retry-focus.ts';
import type { OrderToPlace } from './order-to-place.ts';

/** The order with its models uploaded, or the keys of the parts whose files were not sent (none if the session has ended). */
export type AttachResult =
  { order: OrderToPlace; unsent?: undefined } | { order?: undefined; unsent: string[] };

/**
 * Uploads the models that are not on the server yet, and attaches them to the order. Continues after a
 * refused file, but not after a lost connection.
 * @param onSend gets a progress text for each upload
 */
export async function attachModels(
  order: OrderToPlace,
  onSend: (progress: string) => void,
): Promise<AttachResult> {
  const items = [...order.items];
  const count = order.lines.filter(({ model }) => model).length;
  let position = 0;
  let isComplete = true;
  for (const [index, { title, model, holds }] of order.lines.entries()) {
    const item = items[index];
    if (!model || !item) continue;
    position += 1;
    if (uploadStateOf(model, uploadKindOf(model))?.status !== 'sent')
      onSend(`正在上传模型：${title}（${position} / ${count}）`);
    const sending = await uploadPartFile(model, uploadKindOf(model), true);
    if (sending?.status === 'sent')
      items[index] = withFile(item, model, { id: sending.id, isHeld: holds !== undefined });
    else {
      isComplete = false;
      if (sending?.status !== 'failed' || !sending.isFileSpecific) break;
    }
  }
  if (isComplete)
    return { order: { ...order, items, lines: order.lines.map((line) => ({ ...line, model: undefined })) } };
  const unsent = order.lines.filter(
    ({ model }) => model && uploadStateOf(model, uploadKindOf(model))?.status === 'failed',
  );
  const [first] = unsent;
  if (first) requestRetryFocus(first.key);
  return { unsent: unsent.map(({ key }) => key) };
}

function withFile(
  item: QuotationItem,
  model: PartModel,
  { id, isHeld }: { id: number; isHeld: boolean },
): QuotationItem {
  const sent = sentModel(model, id);
  if (sent) return { ...item, model: isHeld ? { ...sent, isHeld } : sent };
  return { ...item, fileIds: [...new Set([id, ...(item.fileIds ?? [])])].slice(0, MAX_PART_FILES) };
}

/** Forgets uploaded files that the server refused because it has deleted them, so that they are sent again. */
export function forgetDeletedUploads({ lines }: OrderToPlace, errors: FieldErrors): void {
  const deleted = Object.entries(errors).flatMap(([path, reason]) => {
    const [, index, field = ''] = /^items\.(\d+)\.(model|fileIds)/.exec(path) ?? [];
    const { key = '', model } = lines[Number(index ?? NaN)] ?? {};
    // A model without measures is sent as an attachment (`fileIds`).
    return model && (field === 'model') === (uploadKindOf(model) === 'model') ? [{ key, model, reason }] : [];
  });
  if (deleted[0]) requestRetryFocus(deleted[0].key);
  for (const { model, reason } of deleted) forgetUpload(model, uploadKindOf(model), reason);
}
