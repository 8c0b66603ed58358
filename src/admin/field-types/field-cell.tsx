import type { Field, Row } from './field.ts';
import { isBlank, fieldTypeOf } from './field-types.ts';
import styles from './field-types.module.css';
import { Tag } from './tag.tsx';

interface Props {
  field: Field;
  name: string;
  record: Row;
  /** Shows the complete value. */
  isDetail?: boolean;
}

/** A record's value in a table or detail view; a dash if it is blank. */
export function FieldCell({ field, name, record, isDetail = false }: Props) {
  const value = record[name];
  if (isBlank(value)) {
    const { blank = '—' } = field;
    return typeof blank === 'string' ? (
      <span className={styles.blank}>{blank}</span>
    ) : (
      <Tag color={blank.color}>{blank.label}</Tag>
    );
  }
  const type = fieldTypeOf(field);
  const shown =
    isDetail && type.detail
      ? type.detail(value, field, record)
      : type.cell
        ? type.cell(value, field, record)
        : type.text(value, field, record);
  const flag = field.flag?.(record);
  if (!flag) return <>{shown}</>;
  return (
    <span className={styles.flagged} data-detail={isDetail}>
      {shown}
      <Tag color={flag.color}>{flag.label}</Tag>
    </span>
  );
}
