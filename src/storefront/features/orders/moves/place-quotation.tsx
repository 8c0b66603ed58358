import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Order } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { readContactRule, missingContact } from '#domain/orders/contact.ts';
import { keepsDate } from '#domain/orders/keeps-date.ts';
import { appConfigQuery, configKeys } from '#providers/app-config.ts';
import { call } from '#providers/http/http.ts';
import { promisedDate, shipCalendar } from '#providers/ship-calendar.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { dateText, dayNumber, dayText } from '#domain/shanghai-time.ts';
import { formatYuan } from '#domain/money.ts';
import { useRefetchOrder } from '../order-query.ts';
import { EditContact } from './edit-contact.tsx';

/** The chosen alternatives of an offer, and the resulting figures. */
export interface OfferSelection {
  chosen: readonly number[];
  pieceCount: number;
  /** Total in yuan. */
  price: number;
  /** Working days. */
  deliveryTime: number;
  names: readonly string[];
}

interface PlaceQuotationProps {
  order: Order;
  /** Without it, the lines are ordered as offered. */
  selection?: OfferSelection;
  /** Button size. */
  size?: 'small';
}

/** Places a quotation at its saved price, after confirmation. */
export function PlaceQuotation({ order, selection, size }: PlaceQuotationProps) {
  const [isOpen, setOpen] = useState(false);
  const [now, setNow] = useState(() => new Date());
  const open = () => {
    setNow(new Date());
    setOpen(true);
  };
  const label =
    order.requestedAt !== null ? '接受报价并下单' : order.isReference ? '按参考价提交订单' : '提交订单';
  const [isContactOpen, setContactOpen] = useState(false);
  const { data: config } = useQuery(appConfigQuery);
  const missing = missingContact(readContactRule(config?.[configKeys.orderContact]), order);
  const lacksContact = Object.keys(missing).length > 0;
  const [, navigate] = useLocation();
  const refetchOrder = useRefetchOrder(order.id);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(orders.move, {
        params: { id: order.id },
        body: {
          to: 'placed',
          version: order.version,
          ...(selection ? { chosen: [...selection.chosen] } : {}),
        },
      }),
    onSuccess: async (result) => {
      setOpen(false);
      await refetchOrder();
      if (result.ok) navigate(paths.orderSuccess(order.id));
    },
  });
  return (
    <>
      <Button variant="primary" size={size} onClick={open}>
        {label}
      </Button>
      {isOpen && (
        <Dialog
          title={`${label} ${order.orderNo}`}
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>再想想</Button>
              {lacksContact ? (
                <Button variant="primary" onClick={() => setContactOpen(true)}>
                  填写收货信息
                </Button>
              ) : (
                <Button variant="primary" isBusy={isPending} onClick={() => mutate()}>
                  确认提交
                </Button>
              )}
            </>
          }
        >
          <p>
            按第 {order.revision} 版报价提交订单：{order.itemCount} 种{' '}
            {selection?.pieceCount ?? order.pieceCount} 件，{order.isReference ? '参考价' : '合计'}{' '}
            {formatYuan(selection?.price ?? order.price)}。价格在 {dateText(order.validUntil)} 前有效。
          </p>
          {order.isReference ? (
            <p>有零件需要我们核对三维模型：价格核对后生效，发货日核对后确定。</p>
          ) : (
            <p>{shippingText(order, selection, config, now)}</p>
          )}
          {selection && <p>所选方案：{selection.names.join('；')}。</p>}
          {order.promisedDate < dayText(dayNumber(now)) && (
            <p>原来的发货日 {dateText(order.promisedDate)} 已过，提交后重新计算。</p>
          )}
          {lacksContact && <p>提交前请先填写收货信息：{Object.values(missing).join('，')}。</p>}
        </Dialog>
      )}
      {isContactOpen && <EditContact order={order} onClose={() => setContactOpen(false)} />}
    </>
  );
}

/** Lead time and ship date if the order is placed now. */
function shippingText(
  order: Order,
  selection: OfferSelection | undefined,
  settings: Readonly<Record<string, string>> | undefined,
  now: Date,
): string {
  const days = selection?.deliveryTime ?? order.delivery_time;
  const lead = `交期${order.lead ? `（${order.lead.name}）` : ' '}${workingDaysText(days)}`;
  // An agreed date only applies to the lines as offered.
  if (!selection && keepsDate(order, now)) return `${lead}，预计 ${order.promisedDate} 发货，提交后不变。`;
  const shipsOn = promisedDate(shipCalendar(settings ?? {}), now, days);
  return `${lead}，从提交之日起计算${shipsOn === undefined ? '' : `，现在提交预计 ${shipsOn} 发货`}。`;
}
