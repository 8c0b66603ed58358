import type { FieldErrors } from '#contract/errors.ts';
import { TextArea, TextField } from '#storefront/ui/field.tsx';
import type { Contact } from './contact-storage.ts';
import styles from './confirm-dialog.module.css';

interface ContactFieldsProps {
  contact: Contact;
  errors: FieldErrors;
  /** The sent content must not change while the outcome is unknown. */
  isLocked: boolean;
  onChange: (contact: Contact) => void;
}

/** Contact for the delivery; every field is optional. */
export function ContactFields({ contact, errors, isLocked, onChange }: ContactFieldsProps) {
  const bind = (field: keyof Contact, maxLength: number) => ({
    value: contact[field],
    error: errors[field],
    maxLength,
    disabled: isLocked,
    onChange: (event: { target: { value: string } }) => onChange({ ...contact, [field]: event.target.value }),
  });
  return (
    <div className={styles.contact}>
      <TextField label="联系人" autoComplete="name" {...bind('contactName', 60)} />
      <TextField label="联系电话" type="tel" autoComplete="tel" {...bind('contactPhone', 30)} />
      <TextField
        label="收货地址"
        autoComplete="street-address"
        className={styles.wide}
        {...bind('address', 200)}
      />
      <TextArea label="订单备注" className={styles.wide} {...bind('remark', 500)} rows={2} />
    </div>
  );
}
