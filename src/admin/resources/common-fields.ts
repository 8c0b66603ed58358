import { DISABLED, ENABLED, ENABLED_TEXT } from '#contract/kernel/fields.ts';
import type { EnumOption, Row, TagColor } from '../field-types/field.ts';

/** The status of most records. */
export const onOff = {
  type: 'enum',
  numeric: true,
  options: { [DISABLED]: { label: '停用' }, [ENABLED]: { label: '正常', color: 'green' } },
  initial: ENABLED,
} as const;

/** For users and roles, whose status is text on the wire. */
export const onOffText = { ...onOff, numeric: false, initial: ENABLED_TEXT } as const;

export const sortField = { type: 'int', width: 88, initial: 0, hint: '小的排在前面' } as const;

export const recordTimes = {
  createdAt: { type: 'dateTime', label: '创建时间' },
  updatedAt: { type: 'dateTime', label: '更新时间' },
} as const;

/** The last fields of a record with a sort order and a status; `offHint` explains the effect of switching off. */
export const sortAndStatusFields = (offHint: string) =>
  ({
    sort: sortField,
    status: { ...onOff, hint: offHint },
    remark: { type: 'longText' },
    ...recordTimes,
  }) as const;

/** A condition for a field: the input of `name` is one of `keys`, and `passes` returns true for it. */
export const inputMatches =
  <K extends string>(name: string, keys: readonly K[], passes: (key: K) => boolean) =>
  (inputs: Row): boolean =>
    keys.some((key) => key === inputs[name] && passes(key));

/** A field that exists, and is required, only in records whose inputs meet the condition. */
export const requiredWhen = (when: (inputs: Row) => boolean) => ({ when, isNeeded: when });

/** Enum options from labels, some of them with a colour. */
export function optionsOf<K extends string>(
  labels: Readonly<Record<K, string>>,
  colors?: Readonly<Partial<Record<NoInfer<K>, TagColor>>>,
): Readonly<Record<K, EnumOption>> {
  const option = (key: K): EnumOption => ({
    label: labels[key],
    ...(colors?.[key] && { color: colors[key] }),
  });
  const keys = Object.keys(labels) as K[];
  return Object.fromEntries(keys.map((key) => [key, option(key)])) as Record<K, EnumOption>;
}
