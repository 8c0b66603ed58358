import { Timeline } from 'antd';
import { noteOfHistory } from '#domain/orders/history-note.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { useOrderStatus } from '../order-status-options.ts';
import styles from '../order.module.css';

type HistoryEvent = OrderWithExt['history'][number];

export function OrderHistory({ order }: { order: Pick<OrderWithExt, 'history'> }) {
  const statusOf = useOrderStatus();
  const items = order.history.toReversed().map((event, index) => {
    const { title, text } = describeEvent(event, (status) => statusOf(status).label);
    return {
      key: index,
      content: (
        <>
          <strong>{title}</strong>
          <span className={styles.muted}>
            {' '}
            {event.userName} · {timeText(event.createdAt)}
          </span>
          {text === '' ? null : <div className={styles.reason}>{text}</div>}
        </>
      ),
    };
  });
  return (
    <section className={styles.section} aria-labelledby="order-history">
      <h2 id="order-history">历史</h2>
      <Timeline items={items} />
    </section>
  );
}

function describeEvent(
  event: HistoryEvent,
  statusLabel: (status: string) => string,
): { title: string; text: string } {
  const { from, to, reason } = event;
  const note = noteOfHistory(event);
  if (note !== undefined) return { title: '给客户的留言', text: note };
  // Recognised by the words with which the server begins the reason.
  if (event.isStaffOnly && reason.startsWith('通过链接答复'))
    return { title: '通过链接答复（仅内部可见）', text: reason.replace('通过链接答复：', '') };
  if (event.isStaffOnly && reason.startsWith('更正客户'))
    return { title: '更正客户（仅内部可见）', text: reason.replace('更正客户：', '') };
  if (event.isStaffOnly && reason.startsWith('过期未成交'))
    return { title: '登记未成交原因（仅内部可见）', text: reason };
  if (event.isStaffOnly) return { title: '报价审批（仅内部可见）', text: reason };
  if (from === null) return { title: `创建为${statusLabel(to)}`, text: reason };
  if (from !== to) return { title: `${statusLabel(from)} → ${statusLabel(to)}`, text: reason };
  if (reason.startsWith('运单信息')) return { title: '修改运单信息', text: reason };
  if (reason.startsWith('核对三维模型')) return { title: '核对三维模型', text: reason };
  return reason.startsWith('承诺发货日')
    ? { title: '修改承诺发货日', text: reason }
    : { title: '修改报价', text: reason };
}
