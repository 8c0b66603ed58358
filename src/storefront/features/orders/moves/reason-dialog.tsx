import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Order } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import type { BodyOf } from '#contract/kernel/endpoint.ts';
import { call } from '#providers/http/http.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { TextArea } from '#storefront/ui/form/field.tsx';
import { useRefetchOrder } from '../order-query.ts';

interface ReasonDialogProps {
  order: Pick<Order, 'id' | 'orderNo' | 'version'>;
  /** Target status, and additional fields of the request. */
  move: Pick<BodyOf<typeof orders.move>, 'to' | 'refusal'>;
  title: string;
  submit: { label: string; variant: 'primary' | 'danger' };
  label: string;
  hint: string | undefined;
  /** The error for an empty reason; undefined if a reason is optional. */
  missingText: string | undefined;
  isOpen: boolean;
  onClose: () => void;
  /** Additional fields, shown above the reason. */
  children?: ReactNode;
}

/** Moves an order to another status after asking for the reason. */
export function ReasonDialog({
  order,
  move,
  title,
  submit,
  label,
  hint,
  missingText,
  isOpen,
  onClose,
  children,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const refetchOrder = useRefetchOrder(order.id);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(orders.move, {
        params: { id: order.id },
        body: { ...move, reason: reason.trim(), version: order.version },
      }),
    onSuccess: async (result) => {
      if (result.error === 'order.reason_required' || result.errors?.['reason'] !== undefined) {
        setError(result.errors?.['reason'] ?? result.msg);
        return;
      }
      onClose();
      await refetchOrder();
    },
  });
  if (!isOpen) return null;
  return (
    <Dialog
      title={`${title} ${order.orderNo}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>再想想</Button>
          <Button
            variant={submit.variant}
            isBusy={isPending}
            onClick={() => {
              if (missingText !== undefined && reason.trim() === '') setError(missingText);
              else mutate();
            }}
          >
            {submit.label}
          </Button>
        </>
      }
    >
      {children}
      <TextArea
        label={label}
        isRequired={missingText !== undefined}
        maxLength={500}
        value={reason}
        error={error}
        hint={hint}
        onChange={(event) => {
          setReason(event.target.value);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
