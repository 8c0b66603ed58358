import { Input } from 'antd';
import { PasswordInput } from '../components/password-input.tsx';
import type { ImageField, JsonField, PasswordField, TagsField } from './field.ts';
import { InvalidJson } from './invalid-json.ts';
import type { FieldType } from './field-type.ts';
import styles from './field-types.module.css';
import { MultiSelect } from './multi-select.tsx';
import { Tag } from './tag.tsx';

/** Records never contain passwords. */
export const password: FieldType<PasswordField, string> = {
  text: () => '',
  input: (field) => <PasswordInput placeholder={`请输入${field.label}`} />,
};

export const image: FieldType<ImageField, string, string> = {
  text: (value) => value,
  cell: (value, field) => (
    <a href={value} target="_blank" rel="noreferrer">
      <img className={styles.picture} src={value} alt={field.label} loading="lazy" />
    </a>
  ),
  input: (field) => <Input placeholder={`请输入${field.label}的地址`} />,
  fromInput: (input) => input.trim(),
  width: 90,
};

export const tags: FieldType<TagsField, readonly string[]> = {
  text: (value) => value.join('、'),
  cell: (value) => (
    <span className={styles.tags}>
      {value.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  ),
  input: (field) => (
    <MultiSelect mode="tags" tokenSeparators={[',', '，']} placeholder={`请输入${field.label}，回车分隔`} />
  ),
};

/** Edited as text. Invalid JSON becomes an `InvalidJson`, which the form rejects. */
export const json: FieldType<JsonField, unknown, string> = {
  text: (value) => JSON.stringify(value),
  cell: (value) => <pre className={styles.json}>{JSON.stringify(value, null, 2)}</pre>,
  input: () => <Input.TextArea className={styles.json} rows={10} />,
  toInput: (value) => JSON.stringify(value, null, 2),
  fromInput: (input) => (input.trim() === '' ? undefined : parseJson(input)),
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return new InvalidJson(text);
  }
}
