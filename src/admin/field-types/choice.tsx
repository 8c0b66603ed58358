import { Checkbox, Select } from 'antd';
import type { ReactNode } from 'react';
import { useNamedOptions } from './dict-options.ts';
import type { BoolField, EnumField } from './field.ts';
import type { FieldType } from './field-type.ts';
import { Tag } from './tag.tsx';
import styles from './field-types.module.css';

type EnumValue = string | number;

const valueOf = (field: EnumField, key: string): EnumValue => (field.numeric ? Number(key) : key);

const selectOptions = (field: EnumField) =>
  Object.entries(field.options).map(([key, { label, color }]) => ({
    value: valueOf(field, key),
    label: color === undefined ? label : <Tag color={color}>{label}</Tag>,
    title: label,
  }));

interface DictLabelsProps {
  field: EnumField;
  children: (field: EnumField) => ReactNode;
}

/** Passes the field with the labels and colours of its dictionary, if it has one. */
const WithDictLabels = ({ field, children }: DictLabelsProps) =>
  field.dictType === undefined ? (
    children(field)
  ) : (
    <WithNamedOptions field={field} dictType={field.dictType}>
      {children}
    </WithNamedOptions>
  );

function WithNamedOptions({ field, dictType, children }: DictLabelsProps & { dictType: string }) {
  return children({ ...field, options: useNamedOptions(dictType, field.options) });
}

export const enumeration: FieldType<EnumField, EnumValue, EnumValue | undefined, EnumValue> = {
  // An undeclared value is shown unchanged.
  text: (value, field) => field.options[value]?.label ?? String(value),
  cell: (value, field) => {
    const show = ({ options }: Pick<EnumField, 'options'>) => (
      <Tag color={options[value]?.color}>{options[value]?.label ?? String(value)}</Tag>
    );
    return <WithDictLabels field={field}>{show}</WithDictLabels>;
  },
  detail: (value, field) => {
    const option = field.options[value];
    return (
      <>
        <Tag color={option?.color}>{option?.label ?? String(value)}</Tag>
        {option && field.showsCode ? `（${value}）` : null}
      </>
    );
  },
  input: (field) => <Select options={selectOptions(field)} placeholder={`请选择${field.label}`} />,
  filter: {
    control: (field, { id, value, onChange }) => (
      <WithDictLabels field={field}>
        {(labelled) => (
          <Select
            id={id}
            className={styles.wide}
            value={value}
            allowClear
            options={selectOptions(labelled)}
            placeholder="全部"
            onChange={(next: EnumValue | undefined) => onChange(next)}
          />
        )}
      </WithDictLabels>
    ),
    parse: (text, field) => (Object.hasOwn(field.options, text) ? valueOf(field, text) : undefined),
    format: String,
    query: (name, value) => [{ field: name, operator: 'eq', value }],
  },
  width: 100,
};

const YES_NO = { true: '是', false: '否' };

export const bool: FieldType<BoolField, boolean, boolean, boolean> = {
  text: (value, { mark }) => (value && mark ? mark : YES_NO[`${value}`]),
  cell: (value, { mark }) => (value && mark ? <Tag color="green">{mark}</Tag> : YES_NO[`${value}`]),
  input: () => <Checkbox>{YES_NO.true}</Checkbox>,
  valueProp: 'checked',
  filter: {
    control: (_field, { id, value, onChange }) => (
      <Select
        id={id}
        className={styles.wide}
        value={value}
        allowClear
        options={[
          { value: true, label: YES_NO.true },
          { value: false, label: YES_NO.false },
        ]}
        placeholder="全部"
        onChange={(next: boolean | undefined) => onChange(next)}
      />
    ),
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    format: String,
    query: (name, value) => [{ field: name, operator: 'eq', value }],
  },
  width: 80,
};
