import * as z from 'zod/mini';
import { orderFile } from '../files/files.ts';
import { isRecord, dropFields } from '../kernel/foreign-fields.ts';
import { orderModel, sentModelOf } from '../files/models.ts';
import { orderItem } from './order-data.ts';
import { stockPlan, chosenStockOf } from './stock-plan.ts';

const writable = new Set(['material', 'num', 'length', 'width', 'height', 'remark', 'name']);
const dropComputed = dropFields(...Object.keys(orderItem.shape).filter((field) => !writable.has(field)));
const [files, models, stock] = [z.array(orderFile), z.array(orderModel), z.nullable(stockPlan)];

/**
 * Converts a response of `withExt` to a request body: drops the computed fields of its items, and adds their files and models.
 * Leaves items unchanged that do not come from such a response.
 */
export function toRevisionBody(body: unknown): unknown {
  if (!isRecord(body) || !Array.isArray(body['items'])) return body;
  const items = (body['items'] as unknown[]).map((item) =>
    isRecord(item) && 'trace' in item && typeof item['lineNo'] === 'number'
      ? toRequestItem(item, item['lineNo'], body)
      : item,
  );
  return { ...body, items };
}

/** Missing or invalid files and models become null, which is rejected; otherwise the line would lose its files and model. */
function toRequestItem(
  item: Record<string, unknown>,
  lineNo: number,
  order: Record<string, unknown>,
): unknown {
  const { data: orderFiles } = files.safeParse(order['files']);
  const { data: orderModels } = models.safeParse(order['models']);
  const fileIds = orderFiles?.filter((file) => file.lineNo === lineNo).map(({ id }) => id) ?? null;
  const isUnnamed = item['name'] === item['materialName'];
  return {
    fileIds,
    ...(orderModels ? sentModelOf(orderModels, lineNo) : { model: null }),
    ...chosenStockOf(stock.safeParse(item['stock']).data ?? null),
    ...(dropComputed(isUnnamed ? { ...item, name: '' } : item) as object),
  };
}
