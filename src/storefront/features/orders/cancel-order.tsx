import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderWithExt } from '#contract/order-data.ts';
import { orders } from '#contract/orders.ts';
import { call } from '#providers/http.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/dialog.tsx';
import { TextArea } from '#storefront/ui/field.tsx';

interface CancelOrderProps {
  order: Pick<OrderWithExt, 'id' | 'orderNo' | 'version' | 'status'>;
  needsReason: boolean;
  /** Size of the button. */
  size?: 'small';
}

/** Cancels an order after a confirmation with a reason. */
export function CancelOrder({ order, needsReason, size }: CancelOrderProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const queryClient = useQueryClient();
  const noun = order.status === 'quoted' ? '报价' : '订单';
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(orders.move, {
        params: { id: order.id },
        body: { to: 'cancelled', reason: reason.trim(), version: order.version },
      }),
    onSuccess: async (result) => {
      if (result.error === 'order.reason_required' || result.errors?.['reason'] !== undefined) {
        setError(result.errors?.['reason'] ?? result.msg);
        return;
      }
      setOpen(false);
      // A refusal also means that the page shows an outdated order.
      await Promise.all(
        [['order', order.id], ['orders']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
  });
  const submit = () => {
    if (needsReason && reason.trim() === '') setError('请填写原因');
    else mutate();
  };
  return (
    <>
      <Button size={size} onClick={() => setOpen(true)}>
        取消{noun}
      </Button>
      <Dialog
        title={`取消${noun} ${order.orderNo}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>再想想</Button>
            <Button variant="danger" isBusy={isPending} onClick={submit}>
              确认取消
            </Button>
          </>
        }
      >
        <TextArea
          label="取消原因"
          isRequired={needsReason}
          maxLength={500}
          value={reason}
          error={error}
          hint={needsReason ? undefined : '选填，帮助我们改进'}
          onChange={(event) => {
            setReason(event.target.value);
            setError(undefined);
          }}
        />
      </Dialog>
    </>
  );
}
