import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { Order } from '#contract/orders/order-data.ts';
import { orders } from '#contract/orders/orders.ts';
import { contactFields } from '#contract/orders/part-item.ts';
import {
  readContactRule,
  missingContact,
  requiredFields,
  type DeliveryContact,
} from '#domain/orders/contact.ts';
import { appConfigQuery, configKeys } from '#providers/app-config.ts';
import { call } from '#providers/http/http.ts';
import { Button } from '#storefront/ui/button.tsx';
import { ContactFields } from '#storefront/ui/form/contact-fields.tsx';
import { Dialog } from '#storefront/ui/layer/dialog.tsx';
import { useRefetchOrder } from '../order-query.ts';

interface EditContactProps {
  order: Pick<Order, 'id' | 'orderNo' | 'version'> & DeliveryContact;
  onClose: () => void;
}

/** Edits the contact of an order that the shop has not confirmed yet. */
export function EditContact({ order, onClose }: EditContactProps) {
  const { contactName, contactPhone, address } = order;
  // The input is based on the order as of opening; the page behind the dialog may refetch a newer version.
  const [openedVersion] = useState(order.version);
  const [contact, setContact] = useState({ contactName, contactPhone, address });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [hasConflict, setConflict] = useState(false);
  const refetchOrder = useRefetchOrder(order.id);
  const { data: config } = useQuery(appConfigQuery);
  const rule = readContactRule(config?.[configKeys.orderContact]);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(orders.contact, {
        params: { id: order.id },
        body: { ...contact, version: hasConflict ? order.version : openedVersion },
      }),
    onSuccess: async (result) => {
      if (result.errors) return setErrors(result.errors);
      // Keeps the input, so that the user can overwrite the other change or cancel.
      const isConflict = result.error === 'record.changed';
      setConflict(isConflict);
      if (!isConflict) onClose();
      await refetchOrder();
    },
  });
  const save = () => {
    const newErrors = { ...validateContact(contact), ...missingContact(rule, contact) };
    setErrors(newErrors);
    if (Object.keys(newErrors).length === 0) mutate();
  };
  return (
    <Dialog
      title={`修改收货信息 ${order.orderNo}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" isBusy={isPending} onClick={save}>
            保存
          </Button>
        </>
      }
    >
      {hasConflict && (
        <p role="alert">
          此订单刚在别处修改过，现在的收货信息是：
          {[contactName, contactPhone, address].filter((text) => text !== '').join('，') || '（空）'}
          。再次保存将以您填写的为准。
        </p>
      )}
      <ContactFields
        contact={{ ...contact, remark: '' }}
        errors={errors}
        required={requiredFields(rule)}
        isRemarkHidden
        isLocked={isPending}
        onChange={({ remark: _remark, ...changed }) => setContact(changed)}
      />
    </Dialog>
  );
}

/** Validates the contact with the contract's rules. */
function validateContact(contact: DeliveryContact): FieldErrors {
  const fields = Object.keys(contactFields) as (keyof DeliveryContact)[];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const issue = contactFields[field].safeParse(contact[field]).error?.issues[0];
      return issue ? [[field, issue.message]] : [];
    }),
  );
}
