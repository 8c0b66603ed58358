import type { Field, Row } from './field.ts';
import { isBlank, fieldTypeOf } from './field-types.ts';
import styles from './field-types.module.css';

interface Props {
  field: Field;
  name: string;
  record: Row;
  /** Shows the whole value, as in a detail view. */
  isWhole?: boolean;
}

/** A record's value in a table or a description; a dash when there is none. */
export function FieldCell({ field, name, record, isWhole = false }: Props) {
  const value = record[name];
  if (isBlank(value)) return <span className={styles.blank}>—</span>;
  const type = fieldTypeOf(field);
  if (isWhole && type.whole) return <>{type.whole(value, field, record)}</>;
  return <>{type.cell ? type.cell(value, field, record) : type.text(value, field, record)}</>;
}
