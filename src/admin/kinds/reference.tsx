import { Select } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RefField } from './field.ts';
import type { Kind } from './kind.ts';
import { loadChoices } from './load-choices.ts';
import styles from './kinds.module.css';

const WHOLE = /^[1-9]\d{0,14}$/;

export const ref: Kind<RefField, number, number | undefined, number> = {
  text: (value, field, record) => {
    const name = field.nameIn === undefined ? undefined : record[field.nameIn];
    return typeof name === 'string' && name !== '' ? name : `#${value}`;
  },
  input: (field) => <RefSelect field={field} placeholder={`请选择${field.label}`} />,
  toInput: (value) => value,
  fromInput: (input) => input,
  filter: {
    control: (field, { id, value, onChange }) => (
      <RefSelect field={field} id={id} value={value} onChange={onChange} placeholder="全部" />
    ),
    parse: (text) => (WHOLE.test(text) ? Number(text) : undefined),
    format: String,
    query: (name, value) => [{ field: name, operator: 'eq', value }],
  },
  width: 140,
};

interface RefSelectProps {
  field: RefField;
  id?: string;
  placeholder: string;
  value?: number;
  onChange?: (value: number | undefined) => void;
}

/** Choices come from the server as one types. */
function RefSelect({ field, ...rest }: RefSelectProps) {
  const [search, setSearch] = useState('');
  const { data, isFetching } = useQuery({
    queryKey: ['choices', field.source.path, search],
    queryFn: () => loadChoices(field, search),
  });
  return (
    <Select
      {...rest}
      className={styles.wide}
      allowClear
      loading={isFetching}
      options={data}
      showSearch={{ filterOption: false, onSearch: setSearch }}
    />
  );
}
