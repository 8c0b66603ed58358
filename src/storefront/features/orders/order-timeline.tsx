import { useId } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { noteOfHistory } from '#domain/orders/history-note.ts';
import { hasEndReason, isWithdrawal } from '#domain/orders/offer-history.ts';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { useOrderStatus } from '#storefront/app/dict-options.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import { timeText } from '#domain/shanghai-time.ts';
import page from '#storefront/ui/page.module.css';
import styles from './order-timeline.module.css';

/** Past and upcoming steps of an order. */
export function OrderTimeline({ order }: { order: Pick<OrderWithExt, 'status' | 'history'> }) {
  const statusOf = useOrderStatus();
  const headingId = useId();
  return (
    <section className={page.card} aria-labelledby={headingId}>
      <h2 id={headingId}>进度</h2>
      <ol className={styles.line}>
        {order.history.map((event, index) => {
          const isCurrent = index === order.history.length - 1;
          const note = noteOfHistory(event);
          return (
            <li
              key={`${event.createdAt} ${event.to} ${event.reason}`}
              className={classNames(styles.done, isCurrent && styles.now)}
              aria-current={isCurrent ? 'step' : undefined}
            >
              <strong>
                {note !== undefined
                  ? '商家留言'
                  : isWithdrawal(event)
                    ? '商家撤回报价'
                    : isMove(event)
                      ? statusOf(event.to).label
                      : event.reason}
              </strong>
              <p className={page.muted}>
                {timeText(event.createdAt)} {event.userName}
              </p>
              {note !== undefined && <p className={styles.note}>{note}</p>}
              {isMove(event) && event.reason !== '' && (
                <p className={styles.note}>
                  {hasEndReason(event) ? '原因：' : ''}
                  {event.reason}
                </p>
              )}
            </li>
          );
        })}
        {statusesAfter(order.status).map((status) => (
          <li key={status} className={styles.coming}>
            {statusOf(status).label}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Whether a history row changes the status; other rows describe an event in `reason`. */
const isMove = ({ from, to }: OrderWithExt['history'][number]) => from !== to;

const regularStatuses = ORDER_STATUSES.filter((status) => status !== 'cancelled');

function statusesAfter(status: OrderWithExt['status']): readonly string[] {
  return status === 'cancelled' ? [] : regularStatuses.slice(regularStatuses.indexOf(status) + 1);
}
