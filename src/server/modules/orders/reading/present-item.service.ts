import { lineOf } from '#domain/pricing/line.ts';
import { figuresInYuan } from '#domain/pricing/price-item.ts';
import type { StockPlan } from '#domain/stock/plan-stock.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import { lineOnWire } from '#contract/kernel/amounts.ts';
import type { orderItems } from '#server/db/schema.ts';

/** An order's item in the wire format. */
export function presentItem(row: typeof orderItems.$inferSelect): OrderItem {
  const selections = row.processes.map(
    ({ processId, optionId }) => [`process_${processId}`, optionId] as const,
  );
  const { unitPriceFen, subTotalFen, deliveryTime: deliveryDays } = row;
  const figures = { unitPriceFen, subTotalFen, deliveryDays };
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
    ...figuresInYuan(figures),
    ...lineOnWire(lineOf(figures, row.trace.steps)),
    trace: { ...row.trace, options: [...row.trace.options] },
    stock: presentStock(row.stock),
  };
}

const presentStock = (stock: StockPlan | null): OrderItem['stock'] =>
  stock && { ...stock, piece: stock.piece && { ...stock.piece, cutMm: [...stock.piece.cutMm] } };
