import { shipDayLabel } from '#domain/orders/ship-day-label.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { parsePositiveInt } from '#domain/parse-number.ts';
import { paths } from '#storefront/app/paths.ts';
import { ButtonLink } from '#storefront/ui/button.tsx';
import { classNames } from '#storefront/ui/class-names.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { Money } from '#storefront/ui/money.tsx';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { orderQuery } from './order-query.ts';
import styles from './order-success-page.module.css';

/** Confirms an order or a stored quotation, with the next steps. */
export function OrderSuccessPage() {
  const [search] = useSearchParams();
  const orderId = parsePositiveInt(search.get('id'));
  if (orderId === undefined) return <Redirect to={paths.notFound} replace />;
  return (
    <div className={classNames(page.page, page.narrow)}>
      <Suspense fallback={<SuccessSkeleton />}>
        <Success orderId={orderId} />
      </Suspense>
    </div>
  );
}

const nextSteps = {
  placed: [
    '我们核对工艺与交期，然后确认订单。',
    '确认后开始生产，进度可以在订单详情里查看。',
    '检验合格后发货。',
  ],
  quoted: ['报价在有效期内有效，可以随时打开查看。', '过期后需要按最新价格重新报价。'],
};

function Success({ orderId }: { orderId: number }) {
  const { data: order } = useSuspenseQuery(orderQuery(orderId));
  const isQuotation = order?.status === 'quoted';
  const title = isQuotation ? '报价已保存' : '订单已提交';
  usePageTitle(title);
  if (!order) return <Redirect to={paths.notFound} replace />;
  return (
    <section className={classNames(page.card, styles.success)}>
      <div className={styles.head}>
        <span className={styles.sign} aria-hidden="true">
          ✓
        </span>
        <h1>{title}</h1>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{isQuotation ? '报价编号' : '订单编号'}</dt>
          <dd>{order.orderNo}</dd>
        </div>
        <div>
          <dt>合计</dt>
          <dd>
            <Money yuan={order.price} className={styles.total} />
          </dd>
        </div>
        {isQuotation ? (
          <div>
            <dt>有效期至</dt>
            <dd>{dateText(order.validUntil)}</dd>
          </div>
        ) : (
          <div>
            <dt>{shipDayLabel(order.status)}</dt>
            <dd>{dateText(order.promisedDate)}</dd>
          </div>
        )}
      </dl>
      <div>
        <h2>接下来</h2>
        <ol className={styles.steps}>
          {nextSteps[isQuotation ? 'quoted' : 'placed'].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <div className={page.actions}>
        <ButtonLink to={paths.orderDetails(order.id)} variant="primary">
          {isQuotation ? '查看报价' : '查看订单'}
        </ButtonLink>
        <ButtonLink to={paths.quotation(order.id)}>报价单</ButtonLink>
        <ButtonLink to={paths.quote}>继续报价</ButtonLink>
      </div>
    </section>
  );
}

function SuccessSkeleton() {
  return (
    <div className={page.card}>
      <SkeletonGroup>
        <Skeleton width="200px" height="48px" />
        <Skeleton height="88px" />
        <Skeleton height="112px" />
        <Skeleton width="220px" height="36px" />
      </SkeletonGroup>
    </div>
  );
}
