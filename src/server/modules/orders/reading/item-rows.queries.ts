import { asc, inArray } from 'drizzle-orm';
import { yuanFromFen } from '#domain/money.ts';
import { lineTitle } from '#domain/parts/line-title.ts';
import { linePrice } from '#domain/pricing/line-price.ts';
import { lineOf, type Line } from '#domain/pricing/line.ts';
import { noStockText, pieceText } from '#domain/stock/stock-texts.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { Db } from '#server/db/database.ts';
import { orderItems } from '#server/db/schema.ts';

/** The parts of these orders in their current revisions, order by order, each with the fields of its order. */
export async function listItemRows(db: Db, orders: readonly Order[]): Promise<object[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const items = await db
    .select({
      orderId: orderItems.orderId,
      revision: orderItems.revision,
      lineNo: orderItems.lineNo,
      name: orderItems.name,
      materialName: orderItems.materialName,
      length: orderItems.length,
      width: orderItems.width,
      height: orderItems.height,
      num: orderItems.num,
      processes: orderItems.processes,
      subTotalFen: orderItems.subTotalFen,
      deliveryTime: orderItems.deliveryTime,
      trace: orderItems.trace,
      remark: orderItems.remark,
      stock: orderItems.stock,
    })
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.orderId), asc(orderItems.lineNo));
  const itemsOf = new Map<number, typeof items>(ids.map((id) => [id, []]));
  for (const item of items) itemsOf.get(item.orderId)?.push(item);
  return orders.flatMap((order) =>
    (itemsOf.get(order.id) ?? [])
      .filter(({ revision }) => revision === order.revision)
      .map(({ subTotalFen, deliveryTime, trace, processes, stock, ...item }) => ({
        ...order,
        ...item,
        name: lineTitle(item),
        processes: processes.map(({ processName, optionName }) => `${processName}：${optionName}`),
        ...lineFigures(lineOf({ subTotalFen, deliveryDays: deliveryTime }, trace.steps), item.num),
        sub_total: yuanFromFen(subTotalFen),
        delivery_time: deliveryTime,
        stock: stock ? (stock.piece ? pieceText(stock.piece) : noStockText(stock)) : '',
        stockKg: stock?.stockKg ?? '',
        partKg: stock?.partKg ?? '',
      })),
  );
}

/** The amounts of the line and of one piece in yuan; empty without a price. */
const lineFigures = ({ fen }: Line, num: number) => ({
  line_total: fen === null ? '' : yuanFromFen(fen),
  linePrice: fen === null ? '' : Number(linePrice(fen, num).figure.replaceAll(',', '')),
});
