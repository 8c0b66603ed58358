import { useState } from 'react';
import type { Order } from '#contract/orders/order-data.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { NewShare } from './new-share.tsx';
import { ShareList } from './share-list.tsx';

interface ShareOrderProps {
  order: Pick<Order, 'id' | 'orderNo' | 'revision' | 'status'>;
  /** Button size. */
  size?: 'small';
}

/** Creates and revokes links that show a quotation without a session. */
export function ShareOrder({ order, size }: ShareOrderProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size={size} onClick={() => setOpen(true)}>
        分享
      </Button>
      {isOpen && (
        <Dialog
          title={`分享报价单 ${order.orderNo}`}
          onClose={() => setOpen(false)}
          footer={<Button onClick={() => setOpen(false)}>关闭</Button>}
        >
          <NewShare order={order} />
          <ShareList orderId={order.id} />
        </Dialog>
      )}
    </>
  );
}
