import * as z from 'zod/mini';
import { orderFile } from '../files/files.ts';
import { isRecord, withoutFields } from '../kernel/foreign-fields.ts';
import { orderModel, sentModelOf } from '../files/models.ts';
import { orderItem } from './order-data.ts';
import { stockPlan, handStockOf } from './stock-plan.ts';

const written = new Set(['material', 'num', 'length', 'width', 'height', 'remark', 'name']);
const withoutSold = withoutFields(...Object.keys(orderItem.shape).filter((field) => !written.has(field)));
const [files, models, stock] = [z.array(orderFile), z.array(orderModel), z.nullable(stockPlan)];

/**
 * Reads an order as `withExt` gave it as one that is sent: its items without what was computed, with their files and
 * models among those of the order. Leaves other items unchanged.
 */
export function withSoldItems(body: unknown): unknown {
  if (!isRecord(body) || !Array.isArray(body['items'])) return body;
  const items = (body['items'] as unknown[]).map((item) =>
    isRecord(item) && 'trace' in item && typeof item['lineNo'] === 'number'
      ? toSend(item, item['lineNo'], body)
      : item,
  );
  return { ...body, items };
}

/** Files and models that are missing or cannot be read are refused, so that the line does not lose its own. */
function toSend(item: Record<string, unknown>, lineNo: number, order: Record<string, unknown>): unknown {
  const { data: ofOrder } = files.safeParse(order['files']);
  const { data: drawn } = models.safeParse(order['models']);
  const fileIds = ofOrder?.filter((file) => file.lineNo === lineNo).map(({ id }) => id) ?? null;
  const isUnnamed = item['name'] === item['materialName'];
  return {
    fileIds,
    ...(drawn ? sentModelOf(drawn, lineNo) : { model: null }),
    ...handStockOf(stock.safeParse(item['stock']).data ?? null),
    ...(withoutSold(isUnnamed ? { ...item, name: '' } : item) as object),
  };
}
