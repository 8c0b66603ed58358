import { useState } from 'react';
import type { Order } from '#contract/orders/order-data.ts';
import { Button } from '#storefront/ui/button.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface RequestOfferProps {
  order: Pick<Order, 'id' | 'orderNo' | 'version' | 'requestedAt'>;
  variant?: 'primary';
}

/** Requests another offer, or a first one for a quotation; asks for the reason. */
export function RequestOffer({ order, variant }: RequestOfferProps) {
  const [isOpen, setOpen] = useState(false);
  const label = order.requestedAt === null ? '请人工报价' : '再次询价';
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ReasonDialog
        order={order}
        move={{ to: 'requested' }}
        title={label}
        submit={{ label: '提交询价', variant: 'primary' }}
        label="询价说明"
        hint="例如期望的价格、交期或数量。答复之前，现在的报价在有效期内仍可下单。"
        missingText="请填写询价说明"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
