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
      placeholder={`${field.label}包含`}
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
  toInput: (value) => value,
  fromInput: (input) => input,
  filter: contains,
};

export const longText: FieldType<LongTextField, string, string, string> = {
  text: (value) => value,
  cell: (value) => (
    <span title={value} className={styles.longText}>
      {value}
    </span>
  ),
  whole: (value) => <span className={styles.whole}>{value}</span>,
  input: (field) => <Input.TextArea rows={4} placeholder={`请输入${field.label}`} />,
  toInput: (value) => value,
  fromInput: (input) => input,
  filter: contains,
};
