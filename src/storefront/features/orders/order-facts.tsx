import { useId, useState } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { LEAD_LABEL, leadTitle } from '#domain/lead/lead-class.ts';
import { formatYuan } from '#domain/money.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Facts } from '#storefront/ui/facts.tsx';
import page from '#storefront/ui/page.module.css';
import { EditContact } from './moves/edit-contact.tsx';
import styles from './order-facts.module.css';
import { canAmend } from './order-permissions.ts';

export function OrderFacts({ order }: { order: OrderWithExt }) {
  const headingId = useId();
  const [isEditing, setEditing] = useState(false);
  const { customer } = order;
  const facts: [label: string, value: string][] = [
    ['客户', customer.companyTitle || order.deptName || customer.nickName || customer.username],
    ['联系人', order.contactName || customer.nickName],
    ['联系电话', order.contactPhone || customer.phone],
    ['收货地址', order.address],
    ['客户备注', order.remark],
    [LEAD_LABEL, order.lead ? leadTitle(order.lead) : ''],
    ['目标价', order.targetPrice === null ? '' : formatYuan(order.targetPrice)],
    ['期望发货日', order.wishedDate ?? ''],
    ['下单时间', order.placedAt === null ? '' : timeText(order.placedAt)],
  ];
  return (
    <section className={page.card} aria-labelledby={headingId}>
      <h2 id={headingId}>客户与收货</h2>
      <Facts facts={facts} className={styles.facts} />
      {canAmend(order) && (
        <Button size="small" className={styles.edit} onClick={() => setEditing(true)}>
          修改收货信息
        </Button>
      )}
      {isEditing && <EditContact order={order} onClose={() => setEditing(false)} />}
    </section>
  );
}
