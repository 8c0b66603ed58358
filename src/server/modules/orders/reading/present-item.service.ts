import { yuanFromFen } from '#domain/money.ts';
import { lineOf } from '#domain/pricing/line.ts';
import type { StockPlan } from '#domain/stock/plan-stock.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import type { orderItems } from '#server/db/schema.ts';

/** An item as sold, in the wire format. */
export function presentItem(row: typeof orderItems.$inferSelect): OrderItem {
  const selections = row.processes.map(
    ({ processId, optionId }) => [`process_${processId}`, optionId] as const,
  );
  const { subTotalFen, deliveryTime: deliveryDays } = row;
  const line = lineOf({ subTotalFen, deliveryDays }, row.trace.steps);
  return {
    ...Object.fromEntries(selections),
    id: row.id,
    lineNo: row.lineNo,
    name: row.name,
    material: row.materialId,
    materialName: row.materialName,
    materialTag: row.materialTag,
    num: row.num,
    length: row.length,
    width: row.width,
    height: row.height,
    remark: row.remark,
    processes: row.processes,
    unit_price: yuanFromFen(row.unitPriceFen),
    sub_total: yuanFromFen(row.subTotalFen),
    delivery_time: row.deliveryTime,
    line_total: line.fen === null ? null : yuanFromFen(line.fen),
    line_days: line.days,
    trace: { ...row.trace, options: [...row.trace.options] },
    stock: presentStock(row.stock),
  };
}

const presentStock = (stock: StockPlan | null): OrderItem['stock'] =>
  stock && { ...stock, piece: stock.piece && { ...stock.piece, cutMm: [...stock.piece.cutMm] } };
