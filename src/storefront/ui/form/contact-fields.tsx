import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { DeliveryContact } from '#domain/orders/contact.ts';
import { TextArea, TextField } from './field.tsx';
import styles from './contact-fields.module.css';

type Contact = DeliveryContact & { remark: string };

interface ContactFieldsProps {
  contact: Contact;
  errors: FieldErrors;
  /** Required fields. */
  required: readonly (keyof Contact)[];
  /** Hides the remark, which belongs to the order's content. */
  isRemarkHidden?: boolean;
  /** Submitted content must not change while the outcome is unknown. */
  isLocked: boolean;
  onChange: (contact: Contact) => void;
}

export function ContactFields(props: ContactFieldsProps) {
  const { contact, errors, required, isRemarkHidden = false, isLocked, onChange } = props;
  const control = (field: keyof Contact, maxLength: number) => ({
    value: contact[field],
    error: errors[field],
    isRequired: required.includes(field),
    maxLength,
    disabled: isLocked,
    onChange: (event: { target: { value: string } }) => onChange({ ...contact, [field]: event.target.value }),
  });
  return (
    <div className={styles.contact}>
      <TextField label="联系人" autoComplete="name" {...control('contactName', 60)} />
      <TextField label="联系电话" type="tel" autoComplete="tel" {...control('contactPhone', 30)} />
      <TextField
        label="收货地址"
        autoComplete="street-address"
        className={styles.wide}
        {...control('address', 200)}
      />
      {!isRemarkHidden && (
        <TextArea label="客户备注" className={styles.wide} {...control('remark', 500)} rows={2} />
      )}
    </div>
  );
}
