import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { call } from '#providers/http/http.ts';
import { Button } from '#storefront/ui/button.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { useRefusalReasons } from '#storefront/app/dict-options.ts';
import { TextArea } from '#storefront/ui/form/field.tsx';
import { SelectField } from '#storefront/ui/form/select-field.tsx';

type Cancelled = Pick<OrderWithExt, 'status' | 'requestedAt'>;

const isOffer = ({ status, requestedAt }: Cancelled) => status === 'quoted' && requestedAt !== null;

/** An offer that answers a request is refused, anything else is cancelled. */
function wordsOf({ status, requestedAt }: Cancelled) {
  if (isOffer({ status, requestedAt }))
    return { label: '不接受', title: '不接受报价', action: '确认不接受', field: '说明' };
  const noun = status === 'requested' ? '询价' : status === 'quoted' ? '报价' : '订单';
  return { label: `取消${noun}`, title: `取消${noun}`, action: '确认取消', field: '取消原因' };
}

interface CancelOrderProps {
  order: Pick<OrderWithExt, 'id' | 'orderNo' | 'version' | 'status' | 'requestedAt'>;
  needsReason: boolean;
  /** Size of the button. */
  size?: 'small';
}

/** Cancels an order after a confirmation with a reason. */
export function CancelOrder({ order, needsReason, size }: CancelOrderProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState('');
  const [error, setError] = useState<string>();
  const queryClient = useQueryClient();
  const { label, title, action, field } = wordsOf(order);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(orders.move, {
        params: { id: order.id },
        body: {
          to: 'cancelled',
          reason: reason.trim(),
          version: order.version,
          ...(refusal === '' ? {} : { refusal }),
        },
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
        {label}
      </Button>
      <Dialog
        title={`${title} ${order.orderNo}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>再想想</Button>
            <Button variant="danger" isBusy={isPending} onClick={submit}>
              {action}
            </Button>
          </>
        }
      >
        {isOffer(order) && isOpen && <Refusal value={refusal} onChange={setRefusal} />}
        <TextArea
          label={field}
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

/** Why the offer is refused, from the shop's list. */
function Refusal({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const reasons = useRefusalReasons();
  return (
    <SelectField
      label="原因"
      hint="选填"
      value={value}
      options={[{ value: '', label: '请选择' }, ...reasons]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
