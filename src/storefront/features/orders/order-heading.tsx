import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reviewReasonText } from '#domain/review/review-reasons.ts';
import { acceptsRevisions } from '#domain/orders/moves.ts';
import { isWithdrawal, lastReopening, lastOfferNote } from '#domain/orders/offer-history.ts';
import { alternativeTitle, applyAlternatives } from '#domain/pricing/alternatives.ts';
import { waitReason } from '#domain/orders/waiting.ts';
import { shipmentText } from '#domain/orders/shipment.ts';
import { REFERENCE_PRICE_LABEL, shipDateLabel } from '#domain/orders/ship-date-label.ts';
import { alternativeInFen } from '#contract/orders/alternatives.ts';
import { chargeInFen } from '#contract/orders/charges.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { formatYuan } from '#domain/money.ts';
import { appConfigQuery } from '#providers/app-config.ts';
import { shipDateText } from '#providers/ship-date-text.ts';
import { useOrderStatus } from '#storefront/app/dict-options.ts';
import { paths } from '#storefront/app/paths.ts';
import { ButtonLink, Button } from '#storefront/ui/button.tsx';
import { dateText, timeText } from '#domain/shanghai-time.ts';
import { wasOffered } from '#domain/orders/was-offered.ts';
import { Facts } from '#storefront/ui/facts.tsx';
import { Note } from '#storefront/ui/note.tsx';
import page from '#storefront/ui/page.module.css';
import { Tag } from '#storefront/ui/tag.tsx';
import { isPricedByStaff, lastStepOf } from '#storefront/ui/order/line-step.ts';
import { RequestOffer } from './moves/request-offer.tsx';
import { CancelOrder } from './moves/cancel-order.tsx';
import styles from './order-details-page.module.css';
import { canCopy, canRevise, canShare } from './order-permissions.ts';
import { chosenTotal } from './moves/order-choices.tsx';
import { PlaceQuotation, type OfferSelection } from './moves/place-quotation.tsx';
import { RepriceQuotation } from './moves/reprice-quotation.tsx';
import { ShareOrder } from './shares/share-order.tsx';
import { useCopy } from './shares/use-copy.ts';

interface HeadingProps {
  order: OrderWithExt;
  /** Numbers of the chosen alternatives. */
  chosen: readonly number[];
}

/** Number, status and figures of an order, and its available actions. */
export function OrderHeading({ order, chosen }: HeadingProps) {
  const { label, listClass } = useOrderStatus()(order.status);
  const { data: settings } = useQuery(appConfigQuery);
  const [now] = useState(() => new Date());
  const shipDate = shipDateText(order, settings, now);
  const isRequest = order.status === 'requested';
  const isChangeable = acceptsRevisions(order.status);
  const unpricedCount = order.items.filter((item) => lastStepOf(item)?.kind === 'open').length;
  const reviewReasons = order.gates
    .filter(({ kind }) => kind !== 'asked' && kind !== 'unpriced')
    .map(reviewReasonText)
    .join('；');
  const reopening = isRequest ? lastReopening(order.history) : undefined;
  const keepsQuotation = order.keepsQuotation === true;
  const withdrawal = reopening && isWithdrawal(reopening) ? reopening : undefined;
  const note = order.status === 'quoted' ? lastOfferNote(order.history) : '';
  return (
    <header className={page.card}>
      <div className={styles.heading}>
        <div>
          <h1 className={styles.title}>
            {order.orderNo}
            <Tag label={label} tone={listClass} />
            {order.isExpired && <Tag label="已过期" tone="orange" />}
            {order.lead && <Tag label={order.lead.name} tone="blue" />}
            {order.revision > 1 && <Tag label={`第 ${order.revision} 版`} />}
          </h1>
          <p className={page.muted}>
            {order.itemCount} 种 {order.pieceCount} 件 · {timeText(order.createdAt)} 创建
          </p>
        </div>
        <Facts
          className={styles.figures}
          facts={[
            [
              isRequest && !keepsQuotation ? '参考价' : order.isReference ? REFERENCE_PRICE_LABEL : '合计',
              isRequest && unpricedCount === order.items.length ? '待报价' : formatYuan(order.price),
            ],
            ['目标价', isChangeable && order.targetPrice !== null && formatYuan(order.targetPrice)],
            ['期望发货日', isChangeable && order.wishedDate !== null && dateText(order.wishedDate)],
            ['最晚答复', order.replyDueAt !== null && timeText(order.replyDueAt)],
            [
              order.isReference ? '发货日' : shipDateLabel(order.status),
              order.status !== 'cancelled' && !isRequest && shipDate,
            ],
            ['有效期至', (order.status === 'quoted' || keepsQuotation) && dateText(order.validUntil)],
          ]}
        />
        <Actions order={order} chosen={chosen} />
      </div>
      {note !== '' && (
        <Note role="note">
          <strong>商家说明：</strong>
          {note}
        </Note>
      )}
      {shipmentText(order) !== '' && (
        <Note role="note" className={styles.shipment}>
          <strong>{order.status === 'completed' ? '已发货' : label}：</strong>
          {order.carrier}
          {order.trackingNo !== '' && <TrackingNumber text={order.trackingNo} />}
        </Note>
      )}
      {order.isExpired && (
        <Note role="note" tone="warning">
          此报价已于 {dateText(order.validUntil)} 过期，不能再提交订单，请
          {isPricedByStaff(order) ? '再次询价' : '按最新价格重新报价'}。
        </Note>
      )}
      {order.waitingSince !== null && (
        <Note role="note" tone="warning">
          {waitText(order)} <a href="#order-talk">去答复</a>
        </Note>
      )}
      {withdrawal && (
        <Note role="note" tone="warning">
          商家已撤回报价，不能再按原报价下单。原因：{withdrawal.reason}
          。我们会重新报价并通知您；您也可以修改或取消询价，有疑问请在“沟通”中留言。
        </Note>
      )}
      {order.isReference && (
        <Note role="note">
          有零件需要我们核对三维模型（见下方各零件的提示）：价格供参考，核对后生效；核对前不承诺发货日。
        </Note>
      )}
      {isRequest && (
        <Note role="note">
          {keepsQuotation
            ? `您的询价：${(reopening?.reason ?? '').replace(/[。！？!?.；;]*$/, (end) => end || '。')}我们答复后会通知您；第 ${order.revision} 版报价在 ${dateText(order.validUntil)} 前仍然有效，可以随时按它下单。`
            : '我们正在人工报价，报价后会通知您；收到报价后可以接受并下单、再次询价或不接受。'}
          {unpricedCount > 0 &&
            unpricedCount < order.items.length &&
            `${unpricedCount} 个零件待报价，未计入参考价。`}
          {reviewReasons !== '' && `需要人工报价：${reviewReasons}。`}
        </Note>
      )}
    </header>
  );
}

/** Explains what an unanswered question delays. */
function waitText({ wait, status }: OrderWithExt): string {
  if (status === 'requested') return '我们有问题等待您的答复，报价时限在您答复之前暂停。';
  if (!wait) return '我们有问题等待您的答复。';
  return wait.days === 0
    ? '我们有问题等待您的答复，承诺日期在您答复之前顺延。'
    : `${waitReason(wait.days)}，如果现在答复，承诺发货日为 ${wait.promisedDate}。`;
}

function Actions({ order, chosen }: HeadingProps) {
  const cancel = order.moves.find(({ to }) => to === 'cancelled');
  const canRequest = order.moves.some(({ to }) => to === 'requested');
  const isOffer = isPricedByStaff(order);
  return (
    <div className={page.actions}>
      {order.moves.some(({ to }) => to === 'placed') && (
        <PlaceQuotation
          order={order}
          selection={chosen.length === 0 ? undefined : selectionOf(order, chosen)}
        />
      )}
      {canRevise(order) && (
        <>
          {order.status === 'quoted' && !isOffer && (
            <RepriceQuotation order={order} variant={order.isExpired ? 'primary' : undefined} />
          )}
          <ButtonLink to={paths.quoteOrder(order.id)}>
            {order.status === 'requested' ? '修改询价' : '修改报价'}
          </ButtonLink>
        </>
      )}
      {canRequest && (
        <RequestOffer order={order} variant={order.isExpired && isOffer ? 'primary' : undefined} />
      )}
      {wasOffered(order, order.revision) && <ButtonLink to={paths.quotation(order.id)}>报价单</ButtonLink>}
      {canShare(order) && wasOffered(order, order.revision) && <ShareOrder order={order} />}
      {canCopy() && (
        <ButtonLink to={paths.copyOrder(order.id)}>
          {acceptsRevisions(order.status) ? '复制' : '返单'}
        </ButtonLink>
      )}
      {cancel && <CancelOrder order={order} needsReason={cancel.needsReason} />}
    </div>
  );
}

/** The order's figures with the chosen alternatives. */
const selectionOf = (order: OrderWithExt, chosen: readonly number[]): OfferSelection => {
  const alternatives = order.alternatives.filter(({ no }) => chosen.includes(no));
  const pieces = order.items.map(
    (item) => alternatives.find(({ lineNo }) => lineNo === item.lineNo)?.num ?? item.num,
  );
  return {
    chosen,
    pieceCount: pieces.reduce((sum, num) => sum + num, 0),
    price: chosenTotal(order, chosen),
    deliveryTime: applyAlternatives(
      order.items,
      order.charges.map(chargeInFen),
      alternatives.map(alternativeInFen),
      order.lead,
    ).total.deliveryDays,
    names: alternatives.map((alternative) => `零件 ${alternative.lineNo}：${alternativeTitle(alternative)}`),
  };
};

/** A tracking number with a copy button. */
function TrackingNumber({ text }: { text: string }) {
  const { field, copiedText, copy } = useCopy('运单号');
  return (
    <>
      <input
        ref={field}
        className={styles.number}
        aria-label="运单号"
        readOnly
        size={text.length + 1}
        value={text}
      />
      <Button size="small" onClick={() => void copy(text)}>
        {copiedText === text ? '已复制' : '复制运单号'}
      </Button>
    </>
  );
}
