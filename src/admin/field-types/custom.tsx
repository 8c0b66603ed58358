import { createElement, Suspense, lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { CustomField, CustomInputProps } from './field.ts';
import type { FieldType } from './field-type.ts';
import styles from './field-types.module.css';

/** A field with its own components; the form uses the value as on the wire. */
export const custom: FieldType<CustomField, never, never> = {
  text: (value, field) => field.text(value),
  cell: (value, field) => <Cell field={field} value={value} isWhole={false} />,
  whole: (value, field) => <Cell field={field} value={value} isWhole />,
  input: (field, of) => <Input field={field} record={of?.record} />,
  toInput: (value) => value,
  fromInput: (input) => input,
};

function Cell({ field, value, isWhole }: { field: CustomField; value: never; isWhole: boolean }) {
  const text = field.text(value);
  if (!field.cell) return <span className={isWhole ? styles.whole : undefined}>{text}</span>;
  // A placeholder of another height would make the rows jump.
  return <Suspense fallback={null}>{createElement(lazyPart(field.cell), { value, isWhole })}</Suspense>;
}

/** The form adds id, value and onChange. */
function Input({ field, ...props }: { field: CustomField } & CustomInputProps<never>) {
  if (!field.input) return null;
  return (
    <Suspense fallback={<div className={styles.inputRoom} />}>
      {createElement(lazyPart(field.input), props)}
    </Suspense>
  );
}

type Load<P> = () => Promise<ComponentType<P>>;

const parts = new WeakMap<object, unknown>();

/** The component that a descriptor loads; always the same one, so that it keeps its state. */
function lazyPart<P>(load: Load<P>): LazyExoticComponent<ComponentType<P>> {
  const known = parts.get(load);
  if (known !== undefined) return known as LazyExoticComponent<ComponentType<P>>;
  const part = lazy(async () => ({ default: await load() }));
  parts.set(load, part);
  return part;
}
