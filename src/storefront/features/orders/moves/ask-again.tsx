import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { call } from '#providers/http/http.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { TextArea } from '#storefront/ui/form/field.tsx';

interface AskAgainProps {
  order: Pick<Order, 'id' | 'orderNo' | 'version' | 'requestedAt'>;
  variant?: 'primary';
}

/** Requests another offer, or a first one for a quotation, after a confirmation that says why. */
export function AskAgain({ order, variant }: AskAgainProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const queryClient = useQueryClient();
  const label = order.requestedAt === null ? '请人工报价' : '再次询价';
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(orders.move, {
        params: { id: order.id },
        body: { to: 'requested', reason: reason.trim(), version: order.version },
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
    if (reason.trim() === '') setError('请填写询价说明');
    else mutate();
  };
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        title={`${label} ${order.orderNo}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>再想想</Button>
            <Button variant="primary" isBusy={isPending} onClick={submit}>
              提交询价
            </Button>
          </>
        }
      >
        <TextArea
          label="询价说明"
          isRequired
          maxLength={500}
          value={reason}
          error={error}
          hint="例如期望的价格、交期或数量。答复之前，现在的报价在有效期内仍可下单。"
          onChange={(event) => {
            setReason(event.target.value);
            setError(undefined);
          }}
        />
      </Dialog>
    </>
  );
}
