import { Suspense } from 'react';
import type { CustomField, CustomInputProps } from './field.ts';
import type { FieldType } from './field-type.ts';
import styles from './field-types.module.css';

/** A field with its own components; the form uses the value as on the wire. */
export const custom: FieldType<CustomField, never, never> = {
  text: (value, field) => field.text(value),
  cell: (value, field) => <Cell field={field} value={value} isWhole={false} />,
  whole: (value, field) => <Cell field={field} value={value} isWhole />,
  input: (field, of) => <Input field={field} record={of?.record} />,
};

function Cell({ field, value, isWhole }: { field: CustomField; value: never; isWhole: boolean }) {
  const { cell: Content } = field;
  if (!Content) return <span className={isWhole ? styles.whole : undefined}>{field.text(value)}</span>;
  return (
    // A placeholder of another height would make the rows jump.
    <Suspense fallback={null}>
      <Content value={value} isWhole={isWhole} />
    </Suspense>
  );
}

/** The form adds id, value and onChange. */
function Input({ field, ...props }: { field: CustomField } & CustomInputProps<never>) {
  const { input: Content } = field;
  if (!Content) return null;
  return (
    <Suspense fallback={<div className={styles.inputRoom} />}>
      <Content {...props} />
    </Suspense>
  );
}
