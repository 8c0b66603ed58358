import { formatYuan } from '#domain/money.ts';
import type { ReplayResult } from '#contract/prices/replay-result.ts';
import { FigureTable } from '../../components/figure-table.tsx';
import page from '../../components/page/page.module.css';

interface Props {
  total: NonNullable<ReplayResult['total']['charges']>;
  result: Pick<ReplayResult, 'chargeReasons' | 'lostCharges'>;
}

/** The orders whose charges could not be computed: counts by reason, and a list. */
export function LostCharges({ total, result: { chargeReasons, lostCharges } }: Props) {
  return (
    <section className={`${page.card} ${page.section}`} aria-label="附加费未计入的订单">
      <h2>
        附加费未计入的订单：{total.lostOrders.toLocaleString()} 单，成交附加费 {formatYuan(total.lost)}
      </h2>
      <FigureTable
        title="附加费未计入的原因"
        rows={chargeReasons}
        rowKey={({ reason }) => reason}
        columns={[
          { head: '原因', text: ({ reason }) => reason },
          { head: '订单', text: ({ orders }) => orders.toLocaleString() },
          { head: '成交附加费', text: ({ paid }) => formatYuan(paid) },
        ]}
      />
      <details>
        <summary>
          逐单查看{total.lostOrders > lostCharges.length ? `（前 ${lostCharges.length} 单）` : ''}
        </summary>
        <FigureTable
          title="附加费未计入的订单逐单"
          rows={lostCharges}
          rowKey={({ orderId }) => orderId}
          columns={[
            { head: '订单', text: ({ orderNo }) => orderNo },
            { head: '成交附加费', text: ({ paid }) => formatYuan(paid) },
            { head: '原因', isText: true, text: ({ reason }) => reason },
          ]}
        />
      </details>
    </section>
  );
}
