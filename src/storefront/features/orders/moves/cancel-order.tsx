import { useState } from 'react';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import { Button } from '#storefront/ui/button.tsx';
import { useRefusalReasons } from '#storefront/app/dict-options.ts';
import { SelectField } from '#storefront/ui/form/select-field.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

type CancellableOrder = Pick<OrderWithExt, 'status' | 'requestedAt'>;

const isOffer = ({ status, requestedAt }: CancellableOrder) => status === 'quoted' && requestedAt !== null;

/** An offer is refused; anything else is cancelled. */
function labelsOf({ status, requestedAt }: CancellableOrder) {
  if (isOffer({ status, requestedAt }))
    return { label: '不接受', title: '不接受报价', action: '确认不接受', field: '说明' };
  const noun = status === 'requested' ? '询价' : status === 'quoted' ? '报价' : '订单';
  return { label: `取消${noun}`, title: `取消${noun}`, action: '确认取消', field: '取消原因' };
}

interface CancelOrderProps {
  order: Pick<OrderWithExt, 'id' | 'orderNo' | 'version' | 'status' | 'requestedAt'>;
  needsReason: boolean;
  /** Button size. */
  size?: 'small';
}

/** Cancels an order after confirmation; asks for the reason. */
export function CancelOrder({ order, needsReason, size }: CancelOrderProps) {
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState('');
  const { label, title, action, field } = labelsOf(order);
  return (
    <>
      <Button size={size} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ReasonDialog
        order={order}
        move={{ to: 'cancelled', ...(refusal === '' ? {} : { refusal }) }}
        title={title}
        submit={{ label: action, variant: 'danger' }}
        label={field}
        hint={needsReason ? undefined : '选填，帮助我们改进'}
        missingText={needsReason ? '请填写原因' : undefined}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        {isOffer(order) && <Refusal value={refusal} onChange={setRefusal} />}
      </ReasonDialog>
    </>
  );
}

/** Selects the refusal reason from the shop's list. */
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
