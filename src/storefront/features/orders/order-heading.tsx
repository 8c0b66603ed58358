import { shipDayLabel } from '#domain/orders/ship-day-label.ts';
import type { OrderWithExt } from '#contract/order-data.ts';
import { useOrderStatus } from '#storefront/app/dict-options.ts';
import { paths } from '#storefront/app/paths.ts';
import { ButtonLink } from '#storefront/ui/button.tsx';
import { dateText, timeText } from '#domain/shanghai-time.ts';
import { Money } from '#storefront/ui/money.tsx';
import page from '#storefront/ui/page.module.css';
import { Tag } from '#storefront/ui/tag.tsx';
import { CancelOrder } from './cancel-order.tsx';
import styles from './order-details-page.module.css';
import { canCopy, canRevise, canShare } from './order-permissions.ts';
import { PlaceQuotation } from './place-quotation.tsx';
import { RepriceQuotation } from './reprice-quotation.tsx';
import { ShareOrder } from './share-order.tsx';

/** Number, status and figures of an order, and the actions available now. */
export function OrderHeading({ order }: { order: OrderWithExt }) {
  const { label, listClass } = useOrderStatus()(order.status);
  return (
    <header className={page.card}>
      <div className={styles.heading}>
        <div>
          <h1 className={styles.title}>
            {order.orderNo}
            <Tag label={label} tone={listClass} />
            {order.isExpired && <Tag label="已过期" tone="orange" />}
            {order.revision > 1 && <Tag label={`第 ${order.revision} 版`} />}
          </h1>
          <p className={page.muted}>
            {order.itemCount} 种 {order.pieceCount} 件 · {timeText(order.createdAt)} 创建
          </p>
        </div>
        <dl className={styles.figures}>
          <div>
            <dt>合计</dt>
            <dd>
              <Money yuan={order.price} className={styles.total} />
            </dd>
          </div>
          {order.status !== 'cancelled' && (
            <div>
              <dt>{shipDayLabel(order.status)}</dt>
              <dd>{dateText(order.promisedDate)}</dd>
            </div>
          )}
          {order.status === 'quoted' && (
            <div>
              <dt>有效期至</dt>
              <dd>{dateText(order.validUntil)}</dd>
            </div>
          )}
        </dl>
        <Actions order={order} />
      </div>
      {order.isExpired && (
        <p role="note" className={styles.expired}>
          此报价已于 {dateText(order.validUntil)} 过期，不能再提交订单，请按最新价格重新报价。
        </p>
      )}
    </header>
  );
}

function Actions({ order }: { order: OrderWithExt }) {
  const cancel = order.moves.find(({ to }) => to === 'cancelled');
  const isQuotation = order.status === 'quoted';
  return (
    <div className={page.actions}>
      {order.moves.some(({ to }) => to === 'placed') && <PlaceQuotation order={order} />}
      {canRevise(order) && (
        <>
          <RepriceQuotation order={order} variant={order.isExpired ? 'primary' : undefined} />
          <ButtonLink to={paths.quoteOrder(order.id)}>修改报价</ButtonLink>
        </>
      )}
      <ButtonLink to={paths.quotation(order.id)}>报价单</ButtonLink>
      {canShare() && <ShareOrder order={order} />}
      {canCopy() && (
        <ButtonLink to={paths.copyOrder(order.id)}>{isQuotation ? '复制' : '再次下单'}</ButtonLink>
      )}
      {cancel && <CancelOrder order={order} needsReason={cancel.needsReason} />}
    </div>
  );
}
