import { Timeline } from 'antd';
import type { OrderWithExt } from '#contract/orders.ts';
import { wallClock } from '../../kinds/shanghai.ts';
import { statusLabel } from './order-status-options.ts';
import styles from './order.module.css';

/** Who did what to the order, when and why; the newest first. */
export function OrderHistory({ history }: Pick<OrderWithExt, 'history'>) {
  const items = history.toReversed().map(({ from, to, reason, userName, createdAt }, index) => ({
    key: index,
    content: (
      <>
        <strong>{titleOf(from, to)}</strong>
        <span className={styles.muted}>
          {' '}
          {userName} · {wallClock(createdAt)}
        </span>
        {reason === '' ? null : <div className={styles.reason}>{reason}</div>}
      </>
    ),
  }));
  return (
    <section className={styles.section} aria-labelledby="order-history">
      <h3 id="order-history">历史</h3>
      <Timeline items={items} />
    </section>
  );
}

function titleOf(from: string | null, to: string): string {
  if (from === null) return `创建为${statusLabel(to)}`;
  return from === to ? '修改承诺发货日' : `${statusLabel(from)} → ${statusLabel(to)}`;
}
