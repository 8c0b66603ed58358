import { Select } from 'antd';
import { useDictOptions, useDictQuery } from './dict-options.ts';
import type { DictField } from './field.ts';
import type { FieldType } from './field-type.ts';
import styles from './field-types.module.css';

export const dict: FieldType<DictField, string, string | undefined, string> = {
  // The labels come from the server, so plain text can show only the value.
  text: (value) => value,
  cell: (value, { dictType }) => <DictLabel dictType={dictType} value={value} />,
  input: (field) => <DictSelect field={field} placeholder={`请选择${field.label}`} />,
  filter: {
    control: (field, { id, value, onChange }) => (
      <DictSelect field={field} id={id} value={value} onChange={onChange} placeholder="全部" />
    ),
    parse: (text) => text || undefined,
    format: (value) => value,
    query: (name, value) => [{ field: name, operator: 'eq', value }],
  },
  width: 130,
};

function DictLabel({ dictType, value }: { dictType: string; value: string }) {
  const options = useDictOptions(dictType);
  return <>{options?.find((option) => option.value === value)?.label ?? value}</>;
}

interface DictSelectProps {
  field: DictField;
  id?: string;
  placeholder: string;
  value?: string;
  onChange?: (value: string | undefined) => void;
}

function DictSelect({ field, ...rest }: DictSelectProps) {
  const { data: options } = useDictQuery(field.dictType, true);
  return (
    <Select
      {...rest}
      className={styles.wide}
      allowClear
      loading={options === undefined}
      options={options?.map(({ label, value }) => ({ label, value }))}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
}
