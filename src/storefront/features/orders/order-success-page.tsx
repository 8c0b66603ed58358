import { SHIP_DATE_PENDING, REFERENCE_PRICE_LABEL, shipDateLabel } from '#domain/orders/ship-date-label.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { formatYuan } from '#domain/money.ts';
import { parsePositiveInt } from '#domain/parse-number.ts';
import { paths } from '#storefront/app/paths.ts';
import { ButtonLink } from '#storefront/ui/button.tsx';
import { classNames } from '#storefront/ui/class-names.ts';
import { dateText, timeText } from '#domain/shanghai-time.ts';
import { Facts } from '#storefront/ui/facts.tsx';
import page from '#storefront/ui/page.module.css';
import { usePageTitle } from '#storefront/ui/page-title.ts';
import { Skeleton, SkeletonGroup } from '#storefront/ui/skeleton.tsx';
import { orderQuery } from './order-query.ts';
import { hasDocument } from './order-permissions.ts';
import styles from './order-success-page.module.css';

/** Confirms a placed order, request or saved quotation, and explains the next steps. */
export function OrderSuccessPage() {
  const [search] = useSearchParams();
  const orderId = parsePositiveInt(search.get('id'));
  if (orderId === undefined) return <Redirect to={paths.notFound} replace />;
  return (
    <div className={classNames(page.page, page.narrow)}>
      <Suspense fallback={<ConfirmationSkeleton />}>
        <Confirmation orderId={orderId} />
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
  reference: [
    '我们先核对有提示的零件；价格和发货日核对后生效，有变化会与您联系。',
    '确认后开始生产，进度可以在订单详情里查看。',
    '检验合格后发货。',
  ],
  requested: [
    '我们核对图纸与工艺，给每个零件人工报价。',
    '报价后会通知您，在询价详情里可以看到每个零件的价格和说明。',
    '您可以接受报价并下单、再次询价，或不接受。收到报价前可以随时修改或取消。',
  ],
  quoted: ['报价在有效期内有效，可以随时打开查看。', '过期后需要按最新价格重新报价。'],
};

const labels = {
  placed: { title: '订单已提交', noun: '订单' },
  requested: { title: '询价已提交', noun: '询价' },
  quoted: { title: '报价已保存', noun: '报价' },
} as const;

function Confirmation({ orderId }: { orderId: number }) {
  const { data: order } = useSuspenseQuery(orderQuery(orderId));
  const isQuotation = order?.status === 'quoted';
  const isRequest = order?.status === 'requested';
  const { title, noun } = labels[isRequest ? 'requested' : isQuotation ? 'quoted' : 'placed'];
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus was in the dialog that has closed.
  useEffect(() => heading.current?.focus(), []);
  if (!order) return <Redirect to={paths.notFound} replace />;
  return (
    <section className={classNames(page.card, styles.success)}>
      <div className={styles.head}>
        <span className={styles.sign} aria-hidden="true">
          ✓
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </div>
      <Facts
        className={styles.facts}
        facts={[
          [`${noun}编号`, order.orderNo],
          [
            isRequest ? '参考价' : order.isReference ? REFERENCE_PRICE_LABEL : '合计',
            <span key="total" className={styles.total}>
              {isRequest && Number(order.price) === 0 ? '待报价' : formatYuan(order.price)}
            </span>,
          ],
          ['目标价', isRequest && order.targetPrice !== null && formatYuan(order.targetPrice)],
          ['最晚答复', isRequest && order.replyDueAt !== null && timeText(order.replyDueAt)],
          ['有效期至', isQuotation && dateText(order.validUntil)],
          [
            order.isReference ? '发货日' : shipDateLabel(order.status),
            !isRequest &&
              !isQuotation &&
              (order.isReference ? SHIP_DATE_PENDING : dateText(order.promisedDate)),
          ],
        ]}
      />
      <div>
        <h2>接下来</h2>
        <ol className={styles.steps}>
          {nextSteps[
            isRequest ? 'requested' : isQuotation ? 'quoted' : order.isReference ? 'reference' : 'placed'
          ].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <div className={page.actions}>
        <ButtonLink to={paths.orderDetails(order.id)} variant="primary">
          查看{noun}
        </ButtonLink>
        {hasDocument(order) && <ButtonLink to={paths.quotation(order.id)}>报价单</ButtonLink>}
        <ButtonLink to={paths.quote}>继续报价</ButtonLink>
      </div>
    </section>
  );
}

function ConfirmationSkeleton() {
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
