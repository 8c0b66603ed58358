import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover, Segmented, Tooltip } from 'antd';
import { fieldOf, type Resource } from '../define-resource.ts';
import styles from '../resource-kit.module.css';
import type { ColumnChoice } from './use-columns.ts';
import type { Density } from './use-density.ts';

interface Props {
  resource: Resource;
  columns: ColumnChoice;
  /** Columns that do not fit into the window. */
  hiddenByWidth: readonly string[];
  /** Undefined for a tree, which has a fixed row height. */
  density?: readonly [Density, (density: Density) => void];
}

/** Chooses the visible columns and their order; the title column cannot be hidden. */
export function ColumnChooser(props: Props) {
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      title="列设置"
      content={<Choices {...props} />}
    >
      <Tooltip title="列设置">
        <Button icon={<SettingOutlined />} aria-label="列设置" />
      </Tooltip>
    </Popover>
  );
}

function Choices({ resource, columns, hiddenByWidth, density }: Props) {
  const { ordered, shown } = columns;
  const visible = shown.filter((name) => !hiddenByWidth.includes(name));
  const toggle = (name: string, isOn: boolean) =>
    columns.show(isOn ? [...visible, name] : visible.filter((other) => other !== name));
  return (
    <div className={styles.columnChoices}>
      {hiddenByWidth.length > 0 ? (
        <p className={styles.columnHint}>
          窗口较窄，{hiddenByWidth.length} 列暂未显示；勾选后表格可左右滚动。
        </p>
      ) : null}
      <ul>
        {ordered.map((name, index) => {
          const { label } = fieldOf(resource, name);
          return (
            <li key={name}>
              <Checkbox
                checked={visible.includes(name)}
                disabled={name === resource.title}
                onChange={({ target }) => toggle(name, target.checked)}
              >
                {label}
              </Checkbox>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={`${label}上移`}
                disabled={index === 0}
                onClick={() => columns.move(name, -1)}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={`${label}下移`}
                disabled={index === ordered.length - 1}
                onClick={() => columns.move(name, 1)}
              />
            </li>
          );
        })}
      </ul>
      <div className={styles.columnFooter}>
        {density ? (
          <Segmented<Density>
            size="small"
            aria-label="行高"
            value={density[0]}
            options={[
              { value: 'middle', label: '宽松' },
              { value: 'small', label: '紧凑' },
            ]}
            onChange={density[1]}
          />
        ) : null}
        <Button type="link" size="small" onClick={columns.reset}>
          恢复默认
        </Button>
      </div>
    </div>
  );
}
