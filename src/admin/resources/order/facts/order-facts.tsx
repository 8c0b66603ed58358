import { needsModelReview, unacknowledgedHolds } from '#contract/files/models.ts';
import { Descriptions } from 'antd';
import { useState } from 'react';
import type { OrderWithExt, Order } from '#contract/orders/order-data.ts';
import { LEAD_LABEL, leadTitle } from '#domain/lead/lead-class.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { shipDateLabel } from '#domain/orders/ship-date-label.ts';
import { formatYuan } from '#domain/money.ts';
import { dateText, timeText } from '#domain/shanghai-time.ts';
import { shipDateText } from '#providers/ship-date-text.ts';
import { manualReason } from '../parts/line-text.ts';
import { OrderVersion, useMayReadVersions } from './order-version.tsx';
import styles from '../order.module.css';
import { useAppConfig } from '../../../components/use-product-name.ts';

export function OrderFacts({ order }: { order: OrderWithExt }) {
  const { customer } = order;
  const mayReadVersions = useMayReadVersions();
  const shipDate = useShipDate(order);
  // No date is promised before the models are checked.
  const isUnchecked =
    order.status === 'placed' &&
    order.models.some((model) => needsModelReview(model) || unacknowledgedHolds(model).length > 0);
  const wasRequested = order.requestedAt !== null;
  const isShipped = order.status === 'shipped' || order.status === 'completed';
  // Undefined: the order does not have the fact; '': not known yet.
  const facts: [label: string, text: string | undefined][] = [
    ['合计', formatYuan(order.price)],
    ['数量', `${order.itemCount} 种，共 ${order.pieceCount} 件`],
    [LEAD_LABEL, order.lead ? leadTitle(order.lead) : undefined],
    ['交期', workingDaysText(order.delivery_time)],
    [shipDateLabel(isUnchecked ? 'quoted' : order.status), shipDate],
    ['等待客户答复', order.waitingSince === null ? undefined : waitText(order)],
    ['询价时间', wasRequested ? timeOrBlank(order.requestedAt) : undefined],
    ['最晚答复', wasRequested && order.status === 'requested' ? timeOrBlank(order.replyDueAt) : undefined],
    ['人工报价原因', wasRequested ? manualReason(order) : undefined],
    ['目标价', wasRequested ? (order.targetPrice === null ? '' : formatYuan(order.targetPrice)) : undefined],
    ['期望发货日', wasRequested ? (order.wishedDate ?? '') : undefined],
    ['公司', order.deptName],
    ['客户', `${customer.nickName}（${customer.username}）`],
    ['客户电话', customer.phone],
    ['客户邮箱', customer.email],
    ['开票抬头', customer.companyTitle],
    ['联系人', order.contactName],
    ['联系电话', order.contactPhone],
    ['收货地址', order.address],
    ['创建时间', timeText(order.createdAt)],
    ['下单时间', timeOrBlank(order.placedAt)],
    ['实际发货', isShipped ? timeOrBlank(order.shippedAt) : undefined],
    ['承运方', isShipped ? order.carrier : undefined],
    ['运单号', isShipped ? order.trackingNo : undefined],
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
          ...facts
            .filter(([, text]) => text !== undefined)
            .map(([label, text]) => ({ key: label, label, children: text || '—' })),
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

const timeOrBlank = (time: string | null) => (time === null ? '' : timeText(time));

function waitText({ wait, waitingSince, status }: OrderWithExt): string {
  const since = `自 ${timeText(waitingSince ?? '')} 起`;
  if (status === 'requested') return `${since}，答复时限暂停`;
  return wait ? `${since}，已顺延 ${wait.days} 个工作日；现在答复则为 ${wait.promisedDate}` : since;
}

function useShipDate(order: Order): string {
  const { data: settings } = useAppConfig();
  const [now] = useState(() => new Date());
  return shipDateText(order, settings, now);
}
