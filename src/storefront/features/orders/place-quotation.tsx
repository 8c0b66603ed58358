import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { orders, type Order } from '#contract/orders.ts';
import { call } from '#providers/http.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/dialog.tsx';
import { dateText } from '#storefront/ui/moment.ts';
import { formatYuan } from '#domain/money.ts';

interface PlaceQuotationProps {
  order: Order;
  /** Size of the button. */
  size?: 'small';
}

/** Orders a quotation as saved, after a confirmation. */
export function PlaceQuotation({ order, size }: PlaceQuotationProps) {
  const [isOpen, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(orders.move, { params: { id: order.id }, body: { to: 'placed', version: order.version } }),
    onSuccess: async (result) => {
      setOpen(false);
      // A refusal also means that the page shows an outdated order.
      await Promise.all(
        [['order', order.id], ['orders']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
      if (result.ok) navigate(paths.orderSuccess(order.id));
    },
  });
  return (
    <>
      <Button variant="primary" size={size} onClick={() => setOpen(true)}>
        提交订单
      </Button>
      <Dialog
        title={`提交订单 ${order.orderNo}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>再想想</Button>
            <Button variant="primary" isBusy={isPending} onClick={() => mutate()}>
              确认提交
            </Button>
          </>
        }
      >
        <p>
          按第 {order.revision} 版报价提交订单：{order.itemCount} 种 {order.pieceCount} 件，合计{' '}
          {formatYuan(order.price)}。价格在 {dateText(order.validUntil)} 前有效，发货日期从提交之日起计算。
        </p>
      </Dialog>
    </>
  );
}
