import { MAX_PART_FILES, type QuotationItem } from '#contract/part-item.ts';
import { modelScaleNames, modelScales, WHOLE_BODY } from '#domain/models/model-check.ts';
import { uploadFile, uploadModel } from '#providers/files.ts';
import { notify } from '#providers/notices.ts';
import { CallError } from '#providers/result.ts';
import { figuresOf, type PartModel } from '../draft/part-model.ts';
import { fileOf } from '../models/readings.ts';
import type { OrderToPlace } from './order-to-place.ts';

/** Ids on the server of what was sent: a second attempt and other parts of the same file send none again. */
const sent = new Map<string, number>();

/**
 * Uploads the models of the parts, which stay in the browser until the customer orders, and attaches them. Undefined when
 * one cannot be sent, after a notice that says why.
 */
export async function attachModels(order: OrderToPlace): Promise<OrderToPlace | undefined> {
  const items = [...order.items];
  for (const [index, { model, title }] of order.lines.entries()) {
    const item = items[index];
    if (!model || !item) continue;
    const attached = await attach(item, model, title);
    if (!attached) return undefined;
    items[index] = attached;
  }
  return { ...order, items, lines: order.lines.map((line) => ({ ...line, model: undefined })) };
}

/** A body that was read is measured again by the server; any other file goes with the drawings. */
async function attach(
  item: QuotationItem,
  model: PartModel,
  title: string,
): Promise<QuotationItem | undefined> {
  const figures = figuresOf(model);
  if (figures) {
    const id = await sendOnce(model, title, 'model');
    if (id === undefined) return undefined;
    return {
      ...item,
      model: {
        id,
        body: model.isWhole ? WHOLE_BODY : (model.bodyIndex ?? 0),
        scale: modelScaleNames.find((name) => modelScales[name] === model.factor) ?? '1',
        ...figures,
      },
    };
  }
  const id = await sendOnce(model, title, 'file');
  if (id === undefined) return undefined;
  return { ...item, fileIds: [...new Set([id, ...(item.fileIds ?? [])])].slice(0, MAX_PART_FILES) };
}

async function sendOnce(model: PartModel, title: string, as: 'model' | 'file'): Promise<number | undefined> {
  const { fileId, fileName } = model;
  const name = `${as} ${fileId}`;
  const known = sent.get(name);
  if (known !== undefined) return known;
  const refuse = (reason: string) =>
    notify({ type: 'error', message: `${title}：模型“${fileName}”没有上传。${reason}` });
  const file = await fileOf(fileId);
  if (!file) {
    refuse('文件已不在这台电脑的浏览器里，请重新拖入或移除模型');
    return undefined;
  }
  try {
    const options = { onProgress: () => undefined, signal: new AbortController().signal };
    const result = as === 'model' ? await uploadModel(file) : await uploadFile(file, options);
    if (result.ok) {
      sent.set(name, result.data.id);
      return result.data.id;
    }
    refuse(`${result.msg}。可以移除模型，或重新导出后再拖入`);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    refuse(error.message);
  }
  return undefined;
}
