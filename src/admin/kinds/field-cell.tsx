import type { Field, Row } from './field.ts';
import { isBlank, kindOf } from './kinds.ts';
import styles from './kinds.module.css';

interface Props {
  field: Field;
  name: string;
  record: Row;
  /** There is room for all of it. */
  isWhole?: boolean;
}

/** A record's value in a table or a description; a dash when there is none. */
export function FieldCell({ field, name, record, isWhole = false }: Props) {
  const value = record[name];
  if (isBlank(value)) return <span className={styles.blank}>—</span>;
  const kind = kindOf(field);
  if (isWhole && kind.whole) return <>{kind.whole(value, field, record)}</>;
  return <>{kind.cell ? kind.cell(value, field, record) : kind.text(value, field, record)}</>;
}
