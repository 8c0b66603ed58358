import {
  acceptsRevisions,
  needsReason,
  MOVE_PERMISSION,
  movesFrom,
  type Move,
} from '#domain/orders/moves.ts';
import { SHIP_DATE_PENDING, shipDateLabel } from '#domain/orders/ship-date-label.ts';
import { Link } from 'wouter';
import type { DictOption } from '#contract/system/dict-options.ts';
import type { Order } from '#contract/orders/order-data.ts';
import { formatYuan } from '#domain/money.ts';
import { unreadText } from '#providers/notifications.ts';
import { getUser } from '#providers/session/session-store.ts';
import { paths } from '#storefront/app/paths.ts';
import { ButtonLink } from '#storefront/ui/button.tsx';
import { dateText, timeText } from '#domain/shanghai-time.ts';
import { classNames } from '#storefront/ui/class-names.ts';
import { Facts } from '#storefront/ui/facts.tsx';
import list from '#storefront/ui/list/paged-list.module.css';
import { Tag } from '#storefront/ui/tag.tsx';
import type { OrderStatus } from '#domain/orders/order-status.ts';
import { can } from '#providers/session/access-control.ts';
import { CancelOrder } from '../moves/cancel-order.tsx';
import page from '#storefront/ui/page.module.css';
import styles from './history-list.module.css';
import { canCopy, canRevise, canShare, hasDocument } from '../order-permissions.ts';
import { PlaceQuotation } from '../moves/place-quotation.tsx';
import { ShareOrder } from '../shares/share-order.tsx';

interface HistoryRowProps {
  order: Order;
  status: DictOption;
}

/** One order: a table row, or a card on phones. */
export function HistoryRow({ order, status }: HistoryRowProps) {
  const cancel = allowedMove(order, 'cancelled');
  const canPlace = !order.isExpired && allowedMove(order, 'placed') !== undefined;
  const day = dayOf(order);
  const isRequest = order.status === 'requested' && order.keepsQuotation !== true;
  return (
    <article aria-label={order.orderNo} className={classNames(list.record, styles.row)}>
      <div className={styles.info}>
        <h2 className={styles.number}>
          <Link to={paths.orderDetails(order.id)}>{order.orderNo}</Link>
          <Tag label={status.label} tone={status.listClass} />
          {order.isExpired && <Tag label="已过期" tone="orange" />}
          {order.waitingSince !== null && <Tag label="待您答复" tone="orange" />}
          {order.unread !== undefined && <Tag label={`${unreadText(order.unread)} 条未读`} tone="red" />}
          {order.lead && <Tag label={order.lead.name} tone="blue" />}
          {order.revision > 1 && <Tag label={`第 ${order.revision} 版`} />}
        </h2>
        <p className={styles.summary}>{order.summary}</p>
        <p className={page.meta}>
          {order.itemCount} 种 {order.pieceCount} 件 · {timeText(order.createdAt)}
          {order.userId !== getUser()?.userId && ` · ${order.nickName || order.username}`}
        </p>
      </div>
      <Facts
        className={styles.figures}
        facts={[
          [
            isRequest || order.isReference ? '参考价' : '合计',
            isRequest && Number(order.price) === 0 ? (
              '待报价'
            ) : (
              <span key="total" className={styles.total}>
                {formatYuan(order.price)}
              </span>
            ),
          ],
          [day?.label ?? '', day && (day.value === SHIP_DATE_PENDING ? day.value : dateText(day.value))],
        ]}
      />
      <div className={styles.actions}>
        {canPlace && <PlaceQuotation order={order} size="small" />}
        <ButtonLink to={paths.orderDetails(order.id)} size="small">
          详情
        </ButtonLink>
        {hasDocument(order) && (
          <ButtonLink to={paths.quotation(order.id)} size="small">
            报价单
          </ButtonLink>
        )}
        {canRevise(order) && (
          <ButtonLink to={paths.quoteOrder(order.id)} size="small">
            {order.isExpired && order.requestedAt === null ? '重新报价' : '修改'}
          </ButtonLink>
        )}
        {canCopy() && (
          <ButtonLink to={paths.copyOrder(order.id)} size="small">
            {acceptsRevisions(order.status) ? '复制' : '返单'}
          </ButtonLink>
        )}
        {canShare(order) && <ShareOrder order={order} size="small" />}
        {cancel && (
          <CancelOrder
            order={order}
            needsReason={needsReason(order.status, 'cancelled', 'customer')}
            size="small"
          />
        )}
      </div>
    </article>
  );
}

/** A quotation's expiry, a request's desired ship date, or an order's ship date; undefined for a cancelled order. */
function dayOf({
  status,
  validUntil,
  promisedDate,
  wishedDate,
  isReference,
  keepsQuotation = false,
}: Order): { label: string; value: string } | undefined {
  if (status === 'cancelled') return undefined;
  if (status === 'requested' && !keepsQuotation)
    return wishedDate === null ? undefined : { label: '期望发货日', value: wishedDate };
  return status === 'quoted' || keepsQuotation
    ? { label: '有效期至', value: validUntil }
    : isReference
      ? { label: '发货日', value: SHIP_DATE_PENDING }
      : { label: shipDateLabel(status), value: promisedDate };
}

/** The user's move to a status; undefined if not allowed. The server checks again. */
function allowedMove(
  { status, keepsQuotation = false }: Pick<Order, 'status' | 'keepsQuotation'>,
  target: OrderStatus,
): Move | undefined {
  // As on the server: staff are the users who may handle orders.
  const actor = can('mfr:order:handle') ? 'staff' : 'customer';
  return can(MOVE_PERMISSION)
    ? movesFrom(status, actor, keepsQuotation).find(({ to }) => to === target)
    : undefined;
}
