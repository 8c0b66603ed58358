import { Suspense } from 'react';
import type { CustomField, CustomInputProps } from './field.ts';
import type { FieldType } from './field-type.ts';
import styles from './field-types.module.css';

/** A field with its own components, which receive the wire value. */
export const custom: FieldType<CustomField, never, never> = {
  text: (value, field) => field.text(value),
  cell: (value, field) => <Cell field={field} value={value} isDetail={false} />,
  detail: (value, field) => <Cell field={field} value={value} isDetail />,
  input: (field, context) => <Input field={field} record={context?.record} />,
};

function Cell({ field, value, isDetail }: { field: CustomField; value: never; isDetail: boolean }) {
  const { cell: Content } = field;
  if (!Content) return <span className={isDetail ? styles.detail : undefined}>{field.text(value)}</span>;
  return (
    // A placeholder with a different height would make the rows jump.
    <Suspense fallback={null}>
      <Content value={value} isDetail={isDetail} />
    </Suspense>
  );
}

/** The form adds id, value and onChange. */
function Input({ field, ...props }: { field: CustomField } & CustomInputProps<never>) {
  const { input: Content } = field;
  if (!Content) return null;
  return (
    <Suspense fallback={<div className={styles.inputPlaceholder} />}>
      <Content {...props} />
    </Suspense>
  );
}
