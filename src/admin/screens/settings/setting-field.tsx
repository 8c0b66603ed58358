import { Button, Input, Select, Switch } from 'antd';
import type { TypedSetting } from '#contract/system/settings.ts';
import { timeText } from '#domain/shanghai-time.ts';
import { NumberInput } from '../../components/number-input.tsx';
import { DaysInput } from './days-input.tsx';
import { PictureInput } from './picture-input.tsx';
import { isOn, displayText } from './setting-values.ts';
import styles from './settings.module.css';

interface Props {
  setting: TypedSetting;
  value: string;
  error: string | undefined;
  isChanged: boolean;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

export const settingInputId = (configKey: string) => `setting-${configKey}`;

export function SettingField({ setting, value, error, isChanged, isDisabled, onChange }: Props) {
  const { configKey, configName, configValue, initial, remark, isFrontend, updatedBy, updatedAt } = setting;
  const id = settingInputId(configKey);
  return (
    <div className={styles.setting} data-changed={isChanged}>
      <div>
        <label htmlFor={id} className={styles.name}>
          {configName}
        </label>
        {isFrontend === '1' ? <span className={styles.public}>公开</span> : null}
        <code className={styles.key}>{configKey}</code>
      </div>
      <div className={styles.entry}>
        <SettingInput
          id={id}
          setting={setting}
          value={value}
          isInvalid={error !== undefined}
          isDisabled={isDisabled}
          onChange={onChange}
        />
        {error === undefined ? null : (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <p className={styles.remark}>{remark}</p>
        <p className={styles.remark}>
          默认值：{displayText(setting, initial)}
          {value === initial || isDisabled ? null : (
            <Button type="link" size="small" onClick={() => onChange(initial)}>
              恢复默认
            </Button>
          )}
        </p>
      </div>
      <p className={styles.changed}>
        {updatedBy !== ''
          ? `${updatedBy} 修改于 ${timeText(updatedAt)}`
          : configValue === initial
            ? '尚未修改'
            : '安装时填入'}
      </p>
    </div>
  );
}

type InputProps = Pick<Props, 'setting' | 'value' | 'isDisabled' | 'onChange'> & {
  id: string;
  isInvalid: boolean;
};

function SettingInput({ id, setting, value, isInvalid, isDisabled, onChange }: InputProps) {
  const { kind, configName } = setting;
  const errorProps = { 'aria-invalid': isInvalid, status: isInvalid ? ('error' as const) : undefined };
  switch (kind) {
    case 'whole':
    case 'decimal':
      return (
        <NumberInput<string>
          id={id}
          className={styles.number}
          value={value === '' ? null : value}
          {...errorProps}
          fromNumber={String}
          fromInvalidText={(text) => text}
          disabled={isDisabled}
          onChange={(next) => onChange(next ?? '')}
        />
      );
    case 'days':
      return (
        <DaysInput id={id} label={configName} value={value} isDisabled={isDisabled} onChange={onChange} />
      );
    case 'switch':
      return (
        <Switch
          id={id}
          checked={isOn(value)}
          disabled={isDisabled}
          onChange={(checked) => onChange(checked ? 'on' : 'off')}
        />
      );
    case 'choice':
      return (
        <Select
          id={id}
          className={styles.choice}
          value={value}
          options={Object.entries(setting.options ?? {}).map(([key, label]) => ({ value: key, label }))}
          disabled={isDisabled}
          onChange={onChange}
        />
      );
    case 'picture':
      return (
        <PictureInput
          id={id}
          configKey={setting.configKey}
          label={configName}
          value={value}
          isDisabled={isDisabled}
          onChange={onChange}
        />
      );
    case 'longText':
      return (
        <Input.TextArea
          id={id}
          {...errorProps}
          value={value}
          rows={4}
          maxLength={2000}
          disabled={isDisabled}
          // The browser only scrolls the caret into view, so the footer could still cover the field.
          onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'text':
    case 'url':
      return (
        <Input
          id={id}
          {...errorProps}
          value={value}
          type={kind === 'url' ? 'url' : 'text'}
          maxLength={2000}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
