import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState, type SubmitEvent } from 'react';
import type { DictOption } from '#contract/system/dict-options.ts';
import { settings, type TypedSetting } from '#contract/system/settings.ts';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { useCommand } from '../../calls/use-command.ts';
import page from '../../components/page/page.module.css';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { useBusy } from '../../components/use-busy.ts';
import { useSaveOnSessionEnd, useRestoredInput } from '../../session/use-interrupted.ts';
import { usePermission } from '../../session/use-permission.ts';
import { useUnsavedGuard } from '../../components/use-unsaved-guard.ts';
import { SettingField, settingInputId } from './setting-field.tsx';
import {
  changedSettings,
  errorOf,
  groupSettings,
  settingConflicts,
  valueOf,
  withTagLabels,
  type Drafts,
} from './setting-values.ts';
import styles from './settings.module.css';

interface Props {
  loaded: TypedSetting[];
  tags: readonly DictOption[];
  reload: () => Promise<TypedSetting[] | undefined>;
}

/** Includes the values as they were loaded, so that the server detects another user's change. */
const interrupted = createInterruptedInput<{ saved: TypedSetting[]; drafts: Drafts }>();
const FORM_NAME = 'settings';

/** Edits the settings by group; saves all changes or none. */
export function SettingsForm({ loaded, tags, reload }: Props) {
  const command = useCommand();
  const queryClient = useQueryClient();
  const canSave = usePermission('admin:sysConfigSet:update');
  const restored = useRestoredInput(interrupted, FORM_NAME);
  const [saved, setSaved] = useState(restored?.saved ?? withTagLabels(loaded, tags));
  const [drafts, setDrafts] = useState<Drafts>(restored?.drafts ?? {});
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>({});
  const [current, setCurrent] = useState<TypedSetting[]>();
  const { busy, whileBusy } = useBusy<'save'>();
  const { setDirty } = useUnsavedGuard();
  const changed = changedSettings(saved, drafts);
  const errors = new Map(
    changed.map((setting) => [
      setting.configKey,
      serverErrors[setting.configKey] ?? errorOf(setting, valueOf(setting, drafts)),
    ]),
  );
  const invalid = changed.filter(({ configKey }) => errors.get(configKey) !== undefined);

  useEffect(() => setDirty(changed.length > 0));
  useSaveOnSessionEnd(interrupted, FORM_NAME, () => (changed.length > 0 ? { saved, drafts } : undefined));

  function enter(key: string, value: string) {
    setDrafts((before) => ({ ...before, [key]: value }));
    setServerErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== key)));
  }

  function reset(next: TypedSetting[], keptDrafts: Drafts) {
    setSaved(next);
    setDrafts(keptDrafts);
    setCurrent(undefined);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (invalid[0]) focus(invalid[0].configKey);
    else if (changed.length > 0 && !busy) void whileBusy('save', save);
  }

  async function save() {
    const body = changed.map((setting) => ({
      configKey: setting.configKey,
      configValue: valueOf(setting, drafts),
      version: setting.version,
    }));
    const result = await command(settings.save, { body });
    if (result.ok) {
      queryClient.setQueryData(['settings', 'typed'], { data: result.data });
      return reset(withTagLabels(result.data, tags), {});
    }
    if (result.error === 'record.changed') {
      const theirs = await reload();
      setCurrent(theirs && withTagLabels(theirs, tags));
    }
    const errorsByKey = Object.entries(result.errors ?? {}).flatMap(([path, error]) => {
      const key = body[Number.parseInt(path, 10)]?.configKey;
      return key === undefined ? [] : [[key, error] as const];
    });
    setServerErrors(Object.fromEntries(errorsByKey));
    const first = changed.find(({ configKey }) => errorsByKey.some(([key]) => key === configKey));
    if (first) focus(first.configKey);
  }

  return (
    <form noValidate onSubmit={submit} aria-label="参数设置">
      {groupSettings(saved).map(([group, members]) => (
        <section key={group} className={`${page.card} ${styles.group}`} aria-label={group}>
          <h2>{group}</h2>
          {members.map((setting) => (
            <SettingField
              key={setting.configKey}
              setting={setting}
              value={valueOf(setting, drafts)}
              error={errors.get(setting.configKey)}
              isChanged={changed.includes(setting)}
              isDisabled={!canSave}
              onChange={(value) => enter(setting.configKey, value)}
            />
          ))}
        </section>
      ))}
      {canSave ? (
        <footer className={styles.footer}>
          <span role="status">
            {changed.length === 0 ? '没有修改' : `${changed.length} 项待保存`}
            {invalid.length === 0 ? '' : `，其中 ${invalid.length} 项有误`}
          </span>
          <Button disabled={changed.length === 0} onClick={() => reset(saved, {})}>
            放弃修改
          </Button>
          <Button
            type="primary"
            htmlType="submit"
            loading={busy !== undefined}
            disabled={changed.length === 0}
          >
            保存
          </Button>
        </footer>
      ) : null}
      {current ? (
        <ConflictDialog
          title="参数已被他人修改"
          differences={settingConflicts(saved, current, drafts)}
          onMerge={(sides) => {
            const mine = Object.entries(drafts).filter(([key]) => sides.get(key) !== 'theirs');
            reset(current, Object.fromEntries(mine));
          }}
          onDiscard={() => reset(current, {})}
          onCancel={() => setCurrent(undefined)}
        />
      ) : null}
    </form>
  );
}

/** Focuses a setting and scrolls it to the middle of the window, because the footer covers the bottom. */
function focus(configKey: string) {
  const input = document.getElementById(settingInputId(configKey));
  input?.scrollIntoView?.({ block: 'center' });
  input?.focus({ preventScroll: true });
}
