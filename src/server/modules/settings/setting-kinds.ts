import { readDay, splitDays } from '#domain/delivery/day-list.ts';
import type { TypedSetting } from '#contract/system/settings.ts';
import { isLimitText, limitTexts, type LimitKey } from '#geometry/checks/shop-limits.ts';

/** A business setting, stored in 参数设置, with the default for a missing or invalid value. */
export interface Setting<T> extends Pick<TypedSetting, 'group' | 'kind' | 'min' | 'max' | 'options'> {
  initial: string;
  /** Readable without a session. */
  isPublic: boolean;
  remark: string;
  /** Undefined for text that is not a valid value. */
  read: (text: string) => T | undefined;
}

type Description = Pick<Setting<unknown>, 'group' | 'initial' | 'remark'> & { isPublic?: boolean };

export function wholeNumber(min: number, max: number, description: Description): Setting<number> {
  const read = (text: string) => {
    const value = Number(text);
    return /^\d{1,9}$/.test(text) && value >= min && value <= max ? value : undefined;
  };
  return { isPublic: false, ...description, kind: 'whole', min, max, read };
}

/** A number with at most two decimals. */
export function decimal(min: number, max: number, description: Description): Setting<number> {
  const read = (text: string) => {
    const value = Number(text);
    return /^\d{1,6}(\.\d{1,2})?$/.test(text) && value >= min && value <= max ? value : undefined;
  };
  return { isPublic: false, ...description, kind: 'decimal', min, max, read };
}

/** A number with at most two decimals; null while it is empty. */
export function optionalDecimal(min: number, max: number, description: Description): Setting<number | null> {
  const { read } = decimal(min, max, description);
  const readOrNull = (value: string) => (value.trim() === '' ? null : read(value));
  return { isPublic: false, ...description, kind: 'text', read: readOrNull };
}

/** Days as `YYYY-MM-DD`, separated by commas, spaces or line breaks. */
export function days(description: Description): Setting<string[]> {
  const read = (text: string) => {
    const list = splitDays(text);
    // A date that does not exist (February 30th) would break every quotation's ship date.
    return list.every((day) => readDay(day) === day) ? list : undefined;
  };
  return { isPublic: false, ...description, kind: 'days', read };
}

export function text(
  kind: 'text' | 'longText' | 'url',
  read: (text: string) => string | undefined,
  description: Description,
) {
  return { isPublic: false, ...description, kind, read } satisfies Setting<string>;
}

/** Some of these words, separated by commas or spaces. */
export function words<const W extends string>(
  allowed: readonly W[],
  description: Description,
): Setting<readonly W[]> {
  const isAllowed = (word: string): word is W => allowed.some((allowedWord) => allowedWord === word);
  const read = (value: string) => {
    const list = value
      .toLowerCase()
      .split(/[\s,，、]+/)
      .filter(Boolean);
    return list.length > 0 && list.every(isAllowed) ? list : undefined;
  };
  return { isPublic: false, ...description, kind: 'text', read };
}

/** A limit of the model checks; `shopLimits` reads all of them. */
export function limit(key: LimitKey, description: Pick<Description, 'remark'>): Setting<string> {
  return text('text', (value) => (isLimitText(key, value) ? value : undefined), {
    ...description,
    group: '三维模型',
    initial: limitTexts[key],
    isPublic: true,
  });
}

export function onOff(description: Description): Setting<boolean> {
  const read = (value: string) => (value === 'on' || value === 'off' ? value === 'on' : undefined);
  return { isPublic: false, ...description, kind: 'switch', read };
}

/** A value among the keys of `options`, each with its label. */
export function choice<const K extends string>(
  options: Record<K, string>,
  description: Description,
): Setting<K> {
  const isKey = (value: string): value is K => Object.hasOwn(options, value);
  const read = (value: string) => (isKey(value) ? value : undefined);
  return { isPublic: false, ...description, kind: 'choice', options, read };
}

/** The hash of a stored picture, or empty. */
export function picture(description: Description): Setting<string> {
  const read = (value: string) => (/^([0-9a-f]{64})?$/.test(value) ? value : undefined);
  return { isPublic: false, ...description, kind: 'picture', read };
}
