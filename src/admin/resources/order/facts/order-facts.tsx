import { isOpenModel, openHolds } from '#contract/files/models.ts';
import { Descriptions } from 'antd';
import { useState } from 'react';
import type { OrderWithExt, Order } from '#contract/orders/order-data.ts';
import { LEAD_LABEL, leadTitle } from '#domain/lead/lead-class.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { shipDayLabel } from '#domain/orders/ship-day-label.ts';
import { formatYuan } from '#domain/money.ts';
import { dateText, timeText } from '#domain/shanghai-time.ts';
import { shipDayText } from '#providers/ship-day.ts';
import { handReason } from '../parts/line-text.ts';
import { OrderVersion, useMayReadVersions } from './order-version.tsx';
import styles from '../order.module.css';
import { useAppConfig } from '../../../components/use-product-name.ts';

export function OrderFacts({ order }: { order: OrderWithExt }) {
  const { customer } = order;
  const mayReadVersions = useMayReadVersions();
  const shipDay = useShipDay(order);
  // No date is promised before the models are checked.
  const isUnchecked =
    order.status === 'placed' &&
    order.models.some((model) => isOpenModel(model) || openHolds(model).length > 0);
  const facts: [string, string][] = [
    ['合计', formatYuan(order.price)],
    ['数量', `${order.itemCount} 种，共 ${order.pieceCount} 件`],
    ...(order.lead ? ([[LEAD_LABEL, leadTitle(order.lead)]] satisfies [string, string][]) : []),
    ['交期', workingDaysText(order.delivery_time)],
    [shipDayLabel(isUnchecked ? 'quoted' : order.status), shipDay],
    ...(order.waitingSince === null
      ? []
      : ([['等待客户答复', waitText(order)]] satisfies [string, string][])),
    ...(order.requestedAt === null
      ? []
      : ([
          ['询价时间', timeText(order.requestedAt)],
          ...(order.status === 'requested'
            ? ([['最晚答复', order.replyDueAt === null ? '' : timeText(order.replyDueAt)]] satisfies [
                string,
                string,
              ][])
            : []),
          ['人工报价原因', handReason(order)],
          ['目标价', order.targetPrice === null ? '' : formatYuan(order.targetPrice)],
          ['期望发货日', order.wishedDate ?? ''],
        ] satisfies [string, string][])),
    ['公司', order.deptName],
    ['客户', `${customer.nickName}（${customer.username}）`],
    ['客户电话', customer.phone],
    ['客户邮箱', customer.email],
    ['开票抬头', customer.companyTitle],
    ['联系人', order.contactName],
    ['联系电话', order.contactPhone],
    ['收货地址', order.address],
    ['创建时间', timeText(order.createdAt)],
    ['下单时间', order.placedAt === null ? '' : timeText(order.placedAt)],
    ...(order.status === 'shipped' || order.status === 'completed'
      ? ([
          ['实际发货', order.shippedAt === null ? '' : timeText(order.shippedAt)],
          ['承运方', order.carrier],
          ['运单号', order.trackingNo],
        ] satisfies [string, string][])
      : []),
    ['有效期至', dateText(order.validUntil)],
    ['客户备注', order.remark],
  ];
  return (
    <section className={styles.section} aria-label="订单信息">
      <Descriptions
        bordered
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          ...facts.map(([label, text]) => ({ key: label, label, children: text || '—' })),
          ...(mayReadVersions
            ? [
                {
                  key: 'version',
                  label: '价目版本',
                  children: <OrderVersion orderId={order.id} />,
                  span: 'filled' as const,
                },
              ]
            : []),
        ]}
      />
    </section>
  );
}

/** The deadline or date that the unanswered question delays. */
function waitText({ wait, waitingSince, status }: OrderWithExt): string {
  const since = `自 ${timeText(waitingSince ?? '')} 起`;
  if (status === 'requested') return `${since}，答复时限暂停`;
  return wait ? `${since}，已顺延 ${wait.days} 个工作日；现在答复则为 ${wait.promisedDate}` : since;
}

function useShipDay(order: Order): string {
  const { data: settings } = useAppConfig();
  const [now] = useState(() => new Date());
  return shipDayText(order, settings, now);
}
