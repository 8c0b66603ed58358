import { useSelect } from '@refinedev/antd';
import { Select, type SelectProps } from 'antd';
import { useState } from 'react';
import { parsePositiveInt } from '#domain/parse-number.ts';
import { can } from '#providers/session/access-control.ts';
import type { KeyField, RefField, RefsField, Row } from './field.ts';
import type { InputContext, FieldType } from './field-type.ts';
import { choicesResource, toChoices, MAX_CHOICES, type Choice, type ChoiceSource } from './choices.ts';
import { MultiSelect } from './multi-select.tsx';
import { Tag } from './tag.tsx';
import styles from './field-types.module.css';

export const ref: FieldType<RefField, number, number | undefined, number> = {
  text: (value, field, record) => nameOf(field, record) ?? `#${value}`,
  input: (field) => <ChoiceSelect field={field} placeholder={`请选择${field.label}`} />,
  filter: {
    control: (field, { id, value, onChange }) => (
      <ChoiceSelect field={field} id={id} value={value} onChange={onChange} placeholder="全部" />
    ),
    parse: (text, { hasZero }) => (hasZero && text === '0' ? 0 : parsePositiveInt(text)),
    format: String,
    query: (name, value) => [{ field: name, operator: 'eq', value }],
  },
  width: 140,
};

function nameOf({ nameIn }: RefField, record: Row): string | undefined {
  const name = nameIn === undefined ? undefined : record[nameIn];
  return typeof name === 'string' && name !== '' ? name : undefined;
}

export const refs: FieldType<RefsField, readonly number[], readonly number[], number> = {
  text: (value, field, record) => namesOf(value, field, record).join('、'),
  cell: (value, field, record) => (
    <span className={styles.tags}>
      {namesOf(value, field, record).map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
    </span>
  ),
  input: (field, context) => (
    <ChoiceSelect
      mode="multiple"
      field={field}
      extra={recordChoices(field, context)}
      placeholder={`请选择${field.label}`}
    />
  ),
  filter: {
    control: (field, { id, value, onChange }) => (
      <ChoiceSelect field={field} id={id} value={value} onChange={onChange} placeholder="全部" />
    ),
    parse: parsePositiveInt,
    format: String,
    query: (name, value, field) => [{ field: field.filterBy ?? name, operator: 'eq', value }],
  },
};

/** Records contain the names of their references, for users without access to the other resource. */
function namesOf(value: readonly number[], { namesIn }: RefsField, record: Row): string[] {
  const names: unknown = namesIn === undefined ? undefined : record[namesIn];
  return value.map((id, index) => {
    const name: unknown = Array.isArray(names) ? names[index] : undefined;
    return typeof name === 'string' ? name : `#${id}`;
  });
}

function recordChoices(field: RefsField, { name, record }: InputContext = { name: '' }): Choice[] {
  const ids: unknown = record?.[name];
  if (!record || !Array.isArray(ids)) return [];
  const values = ids.map(Number);
  const names = namesOf(values, field, record);
  return values.map((value, index) => ({ value, label: names[index] ?? `#${value}` }));
}

export const key: FieldType<KeyField, string, string | undefined, string> = {
  text: (value) => value,
  input: (field) => <ChoiceSelect field={field} placeholder={`请选择${field.label}`} />,
  filter: {
    control: (field, { id, value, onChange }) => (
      <ChoiceSelect field={field} id={id} value={value} onChange={onChange} placeholder="全部" />
    ),
    parse: (text) => text || undefined,
    format: (value) => value,
    query: (name, value) => [{ field: name, operator: 'eq', value }],
  },
};

interface ChoiceSelectProps<V> extends Pick<SelectProps<V>, 'id' | 'mode' | 'placeholder' | 'value'> {
  field: ChoiceSource;
  /** Choices known from the record. */
  extra?: readonly Choice[];
  onChange?: (value: V | undefined) => void;
}

/** Searches while the user types, or loads all choices if the endpoint has no search. */
function ChoiceSelect<V>({ field, extra = [], ...rest }: ChoiceSelectProps<V>) {
  const hasSearch = field.source.query !== undefined;
  const [search, setSearch] = useState('');
  const { query, selectProps } = useSelect<Row>({
    resource: choicesResource(field.source),
    pagination: hasSearch ? { pageSize: MAX_CHOICES } : { mode: 'client' },
    onSearch: (text) =>
      hasSearch && text !== '' ? [{ field: field.sourceLabel, operator: 'contains', value: text }] : [],
    queryOptions: { enabled: can(field.source.permission) },
  });
  const choices = toChoices(field, query.data?.data);
  const missingChoices =
    search === '' ? extra.filter(({ value }) => !choices.some((choice) => choice.value === value)) : [];
  const props: SelectProps<V> = {
    ...rest,
    className: styles.wide,
    allowClear: true,
    loading: query.isFetching,
    options: [...missingChoices, ...choices],
    showSearch: {
      optionFilterProp: 'label',
      filterOption: hasSearch ? false : undefined,
      onSearch: (text) => {
        setSearch(text);
        if (hasSearch) selectProps.onSearch?.(text);
      },
    },
  };
  return rest.mode === undefined ? <Select {...props} /> : <MultiSelect {...props} />;
}
