import { readDay, readDayList, splitDays } from '#domain/delivery/day-list.ts';
import type { DictOption } from '#contract/system/dict-options.ts';
import type { TypedSetting } from '#contract/system/settings.ts';
import { canReplaceTag, withTagNames } from '#geometry/checks/limit-texts.ts';
import type { Difference } from '../../components/conflict-dialog.tsx';

/** Entered values by key; an untouched setting is absent. */
export type Drafts = Readonly<Record<string, string>>;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Parses the wire format. Sorts the days, and drops duplicates and invalid ones. */
export function parseDays(text: string): string[] {
  const days = splitDays(text).filter((day) => DAY.test(day));
  return [...new Set(days)].toSorted();
}

/** Parses a typed or pasted text. */
export function parsePastedDays(text: string): { days: string[]; invalid: string[] } {
  const entries = readDayList(text);
  const isInvalid = (entry: string) => readDay(entry) === undefined;
  return { days: entries.filter((entry) => !isInvalid(entry)), invalid: entries.filter(isInvalid) };
}

/** Replaces the codes of material tags with their labels, for display and editing. */
export const withTagLabels = (
  settings: readonly TypedSetting[],
  tags: readonly DictOption[],
): TypedSetting[] => {
  const labelOf = (tag: string) => {
    const label = tags.find(({ value }) => value === tag)?.label ?? tag;
    // A label with a separator would break the list, so its tag is kept.
    return canReplaceTag(label) ? label : tag;
  };
  return settings.map((setting) =>
    setting.isByTag
      ? {
          ...setting,
          configValue: withTagNames(setting.configValue, labelOf),
          initial: withTagNames(setting.initial, labelOf),
        }
      : setting,
  );
};

/** Formats days for the wire. */
export const formatDays = (days: readonly string[]): string => [...new Set(days)].toSorted().join(', ');

export const valueOf = ({ configKey, configValue }: TypedSetting, drafts: Drafts): string =>
  drafts[configKey] ?? configValue;

/** The settings whose value has changed. Lists of days are normalised before they are compared. */
export function changedSettings(settings: readonly TypedSetting[], drafts: Drafts): TypedSetting[] {
  return settings.filter((setting) => {
    const value = valueOf(setting, drafts);
    return setting.kind === 'days'
      ? formatDays(parseDays(value)) !== formatDays(parseDays(setting.configValue))
      : value !== setting.configValue;
  });
}

/** The changed settings that, since `before` was read, another user has set to a value other than this user's. */
export function settingConflicts(
  before: readonly TypedSetting[],
  current: readonly TypedSetting[],
  drafts: Drafts,
): Difference[] {
  return changedSettings(before, drafts).flatMap((setting) => {
    const { configKey, configName, configValue } = setting;
    const entered = valueOf(setting, drafts);
    const theirs = current.find((candidate) => candidate.configKey === configKey);
    if (!theirs || [configValue, entered].includes(theirs.configValue)) return [];
    const author = theirs.updatedBy === '' ? '' : `（${theirs.updatedBy}）`;
    return {
      key: configKey,
      label: configName,
      before: displayText(setting, configValue),
      mine: displayText(setting, entered),
      theirs: displayText(theirs, theirs.configValue) + author,
    };
  });
}

/** The error in an entered value, if any. The server checks again. */
export function errorOf({ kind, min, max, configName }: TypedSetting, value: string): string | undefined {
  if (kind === 'whole') {
    const number = Number(value);
    const isWithin =
      /^\d{1,9}$/.test(value) && number >= (min ?? 0) && number <= (max ?? Number.MAX_SAFE_INTEGER);
    return isWithin ? undefined : `${configName}应为 ${min} 到 ${max} 的整数`;
  }
  if (kind === 'decimal') {
    const number = Number(value);
    const isWithin =
      /^\d{1,6}(\.\d{1,2})?$/.test(value) && number >= (min ?? 0) && number <= (max ?? Infinity);
    return isWithin ? undefined : `${configName}应为 ${min} 到 ${max} 的数字，最多两位小数`;
  }
  if (kind === 'url' && !/^(https?:\/\/\S+)?$/.test(value)) return '地址应以 https:// 或 http:// 开头';
  return undefined;
}

export function displayText(
  { kind, options = {} }: Pick<TypedSetting, 'kind' | 'options'>,
  value: string,
): string {
  if (kind === 'switch') return isOn(value) ? '开' : '关';
  if (kind === 'choice') return options[value] ?? value;
  if (kind === 'picture') return value === '' ? '（无）' : `图片 ${value.slice(0, 8)}`;
  return value === '' ? '（空）' : value;
}

export const isOn = (value: string): boolean => value === 'on';

/** Groups the settings; the groups are in the order of their first setting. */
export function groupSettings(
  settings: readonly TypedSetting[],
): [group: string, settings: TypedSetting[]][] {
  const groups = [...new Set(settings.map(({ group }) => group))];
  return groups.map((group) => [group, settings.filter((setting) => setting.group === group)]);
}
