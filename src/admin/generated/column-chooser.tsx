import { SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover, Tooltip } from 'antd';
import { fieldOf, type Resource } from './define-resource.ts';
import styles from './generated.module.css';

interface Props {
  resource: Resource;
  columns: readonly string[];
  onChange: (columns: readonly string[]) => void;
}

/** Which columns are shown. The one that names the record always is. */
export function ColumnChooser({ resource, columns, onChange }: Props) {
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="显示的列"
      content={
        <Checkbox.Group
          className={styles.columnChoices}
          value={[...columns]}
          onChange={onChange}
          options={resource.list.columns.map((name) => ({
            value: name,
            label: fieldOf(resource, name).label,
            disabled: name === resource.title,
          }))}
        />
      }
    >
      <Tooltip title="列设置">
        <Button icon={<SettingOutlined />} aria-label="列设置" />
      </Tooltip>
    </Popover>
  );
}
