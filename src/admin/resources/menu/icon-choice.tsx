import { Select } from 'antd';
import type { CustomInputProps } from '../../field-types/field.ts';
import { MenuIcon, menuIconNames } from '../../components/page/menu-icon.tsx';

export function IconChoice({ id, value, onChange }: CustomInputProps<string>) {
  return (
    <Select
      id={id}
      value={value === '' ? undefined : value}
      allowClear
      showSearch
      placeholder="请选择图标"
      options={menuIconNames.map((name) => ({ value: name, label: <IconLabel name={name} /> }))}
      onChange={(name: string | undefined) => onChange?.(name ?? '')}
    />
  );
}

function IconLabel({ name }: { name: string }) {
  return (
    <span>
      <MenuIcon name={name} /> {name}
    </span>
  );
}
