import { Input } from 'antd';
import type { LongTextField, TextField } from './field.ts';
import type { FieldFilter, FieldType } from './field-type.ts';
import styles from './field-types.module.css';

const contains: FieldFilter<TextField | LongTextField, string> = {
  control: (field, { id, value, onChange }) => (
    <Input
      id={id}
      value={value}
      allowClear
      maxLength={200}
      placeholder={'example' in field ? `例如 ${field.example}` : `${field.label}包含`}
      onChange={(event) => onChange(event.target.value || undefined)}
    />
  ),
  parse: (text) => text || undefined,
  format: (value) => value,
  query: (name, value) => [{ field: name, operator: 'contains', value }],
};

export const text: FieldType<TextField, string, string, string> = {
  text: (value) => value,
  input: (field) => <Input placeholder={`请输入${field.label}`} />,
  filter: contains,
};

export const longText: FieldType<LongTextField, string, string, string> = {
  width: 220,
  text: (value, field) => field.shorten?.(value) ?? value,
  cell: (value, field) => (
    <span title={value} className={styles.longText}>
      {field.shorten?.(value) ?? value}
    </span>
  ),
  detail: (value, field) => {
    const shortened = field.shorten?.(value) ?? value;
    return <span className={styles.detail}>{shortened === value ? value : `${shortened}（${value}）`}</span>;
  },
  input: (field) => <Input.TextArea rows={4} placeholder={`请输入${field.label}`} />,
  filter: contains,
};
