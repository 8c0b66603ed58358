import type { EnumOption, Row, TagColor } from '../field-types/field.ts';

/** The status of most records in this API family: 2 on, 1 off. */
export const onOff = {
  type: 'enum',
  numeric: true,
  options: { 1: { label: '停用' }, 2: { label: '正常', color: 'green' } },
  initial: 2,
} as const;

/** The same for users and roles, where the wire has text. */
export const switchedOn = { ...onOff, numeric: false, initial: '2' } as const;

/** The sort order of a record. */
export const sortField = { type: 'int', width: 88, initial: 0, hint: '小的排在前面' } as const;

/** The last fields of every stored record. */
export const recordTimes = {
  createdAt: { type: 'dateTime', label: '创建时间' },
  updatedAt: { type: 'dateTime', label: '更新时间' },
} as const;

/** The last fields of a record with sort order and switch; `off` explains the effect of switching it off. */
export const switchedFields = (off: string) =>
  ({
    sort: sortField,
    status: { ...onOff, hint: off },
    remark: { type: 'longText' },
    ...recordTimes,
  }) as const;

/** Does the input have one of these keys? For fields that only some values of another field have. */
export const chosen =
  <K extends string>(name: string, keys: readonly K[], passes: (key: K) => boolean) =>
  (inputs: Row): boolean =>
    keys.some((key) => key === inputs[name] && passes(key));

/** A field that exists only, and is required, in records with such inputs. */
export const neededWhen = (when: (inputs: Row) => boolean) => ({ when, isNeeded: when });

/** The options of an enum whose labels the domain has, some of them with a colour. */
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
