import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Dropdown, Tooltip } from 'antd';
import { fieldOf, type Resource } from './define-resource.ts';
import styles from './resource-kit.module.css';

interface Props {
  resource: Resource;
  columns: readonly string[];
  onChange: (columns: readonly string[]) => void;
}

/** Chooses the columns to show; the one that names the record cannot be hidden. */
export function ColumnChooser({ resource, columns, onChange }: Props) {
  const choices = (
    <fieldset className={styles.columnChoices}>
      <legend>显示的列</legend>
      <Checkbox.Group
        value={[...columns]}
        onChange={onChange}
        options={resource.list.columns.map((name) => ({
          value: name,
          label: fieldOf(resource, name).label,
          disabled: name === resource.title,
        }))}
      />
    </fieldset>
  );
  return (
    <Dropdown trigger={['click']} placement="bottomRight" popupRender={() => choices}>
      <Tooltip title="列设置">
        <Button icon={<SettingOutlined />} aria-label="列设置" />
      </Tooltip>
    </Dropdown>
  );
}
