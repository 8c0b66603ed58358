import { Button, Modal, Radio } from 'antd';
import { useState } from 'react';
import type { TypedSetting } from '#contract/settings.ts';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { changedSettings, readable, valueOf, type Drafts } from './setting-values.ts';
import styles from './settings.module.css';

interface Props {
  /** What the entered values started from. */
  before: readonly TypedSetting[];
  current: readonly TypedSetting[];
  drafts: Drafts;
  /** Goes on upon the current settings with what is kept of the entered values. */
  onDecide: (kept: Drafts) => void;
  onCancel: () => void;
}

/** Somebody saved first: theirs beside mine, for each setting that both changed. */
export function SettingsConflict({ before, current, drafts, onDecide, onCancel }: Props) {
  useFocusBack();
  const old = new Map(before.map((setting) => [setting.configKey, setting.configValue]));
  const mine = changedSettings(before, drafts).map(({ configKey }) => configKey);
  const disputed = current.filter(
    ({ configKey, configValue }) => mine.includes(configKey) && old.get(configKey) !== configValue,
  );
  const [theirs, setTheirs] = useState<readonly string[]>([]);

  function merge() {
    onDecide(Object.fromEntries(Object.entries(drafts).filter(([key]) => !theirs.includes(key))));
  }

  return (
    <Modal
      open
      title="参数已被他人修改"
      width={720}
      onCancel={onCancel}
      footer={[
        <Button key="reload" danger onClick={() => onDecide({})}>
          放弃我的修改，载入最新
        </Button>,
        <Button key="merge" type="primary" onClick={merge}>
          按所选合并
        </Button>,
      ]}
    >
      {disputed.length === 0 ? (
        <p>他人修改的是别的参数，合并后可以直接保存您的修改。</p>
      ) : (
        <table className={styles.conflict}>
          <thead>
            <tr>
              <th scope="col">参数</th>
              <th scope="col">我的修改</th>
              <th scope="col">当前值</th>
            </tr>
          </thead>
          <tbody>
            {disputed.map((setting) => {
              const { configKey, configName, configValue, updatedBy } = setting;
              const isTheirs = theirs.includes(configKey);
              return (
                <tr key={configKey}>
                  <th scope="row">{configName}</th>
                  <td>
                    <Radio
                      checked={!isTheirs}
                      onChange={() => setTheirs(theirs.filter((key) => key !== configKey))}
                    >
                      {readable(setting, valueOf(setting, drafts))}
                    </Radio>
                  </td>
                  <td>
                    <Radio checked={isTheirs} onChange={() => setTheirs([...theirs, configKey])}>
                      {readable(setting, configValue)}
                      {updatedBy === '' ? '' : `（${updatedBy}）`}
                    </Radio>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Modal>
  );
}
