import * as z from 'zod/mini';
import { PHONE, PHONE_HINT, plainPhone } from '#domain/orders/phone.ts';
import { hasDecimalComma, numberError } from '#domain/parse-number.ts';
import { isDay } from '#domain/shanghai-time.ts';

/*
 * Field builders. Each has a Chinese label, so that errors name the field as the form does: 请输入{label}. The wording of range
 * errors is the form library's.
 */

/** The labels of fields, for use without an error message. */
const labels = z.registry<{ label: string }>();

/** The label of a field, even if the field is optional or has a default; undefined for other schemas. */
export function labelOf(schema: unknown): string | undefined {
  if (!(schema instanceof z.ZodMiniType)) return undefined;
  const { innerType } = schema.def as { innerType?: unknown };
  return labels.get(schema)?.label ?? labelOf(innerType);
}

const isMissing = (input: unknown) => input === undefined || input === null || input === '';
const requiredOr = (label: string, otherwise: string) => (issue: { input?: unknown }) =>
  isMissing(issue.input) ? `请输入${label}` : otherwise;
/** Forms send input that is not a number unchanged, as text. */
const numberOr = (label: string, otherwise: string) => (issue: { input?: unknown }) =>
  typeof issue.input === 'string' && hasDecimalComma(issue.input)
    ? numberError(issue.input, label)
    : requiredOr(label, otherwise)(issue);

/** Databases and fonts do not support control characters other than tab and line breaks, or lone surrogates. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const isPrintable = (value: string) => !unprintable.test(value) && value.isWellFormed();

/** Text of `min`…`max` characters (code points); default: `min` 1. */
export function text(label: string, { min = 1, max = 255 }: { min?: number; max?: number } = {}) {
  return z
    .string({ error: requiredOr(label, `${label}必须是文本`) })
    .check(
      z.minLength(min, { error: requiredOr(label, `${label}至少${min}个字符`) }),
      // Aborts, because matching a pattern may take time quadratic in the length of the text.
      z.maxLength(max, { error: `${label}最多${max}个字符`, abort: true }),
      z.refine(isPrintable, { error: `${label}含有不支持的字符` }),
    )
    .register(labels, { label });
}

/** Text that may be empty. */
export const optionalText = (label: string, max = 255) => text(label, { min: 0, max });

/** The display name of a user or contact; may be empty if `min` is 0. */
export const personName = (label: string, { min = 1, max }: { min?: number; max: number }) =>
  text(label, { min, max }).check(
    z.refine((name) => !hasHiddenCharacters(name), {
      error: `${label}含有看不见的字符，请删除后重新输入`,
      abort: true,
    }),
    z.refine((name) => min === 0 || !isBlankName(name), { error: `请输入${label}` }),
  );

/** Text of one line that may be empty; line breaks and repeated spaces become one space. */
export const optionalLine = (label: string, max: number) =>
  optionalText(label, max).check(z.overwrite((value) => value.replaceAll(/\s+/g, ' ').trim()));

/** A phone number; may be empty if `min` is 0. */
export const phone = (label: string, { min = 0 }: { min?: number } = {}) =>
  text(label, { min, max: 30 }).check(z.overwrite(plainPhone), z.regex(PHONE, { error: PHONE_HINT }));

export function whole(label: string, { min = 0, max = 2_147_483_647 }: { min?: number; max?: number } = {}) {
  return z
    .int({ error: numberOr(label, `${label}必须是整数`) })
    .check(z.gte(min, { error: `${label}不能小于${min}` }), z.lte(max, { error: `${label}不能大于${max}` }))
    .register(labels, { label });
}

const hasAtMostDecimals = (value: number, decimals: number) => Number(value.toFixed(decimals)) === value;

/** A finite number within `min`…`max` with at most `decimals` decimals. */
export function decimal(
  label: string,
  { min = 0, max = 1e8, decimals = 2 }: { min?: number; max?: number; decimals?: number } = {},
) {
  return z
    .number({ error: numberOr(label, `${label}必须是数字`) })
    .check(
      z.gte(min, { error: `${label}不能小于${min}` }),
      z.lte(max, { error: `${label}不能大于${max}` }),
      z.refine((value) => hasAtMostDecimals(value, decimals), { error: `${label}最多${decimals}位小数` }),
    )
    .register(labels, { label });
}

/** Yuan with at most two decimals. */
export const yuan = (label: string) => decimal(label, { min: 0, max: 99_999_999.99, decimals: 2 });

/** A length in mm, more than zero, up to 10 m. */
export const millimetres = (label: string) => decimal(label, { min: 0.001, max: 10_000, decimals: 3 });

/** A measured figure: above 0, up to `max`. */
export const measure = (label: string, max: number) =>
  z
    .number({ error: numberOr(label, `${label}必须是数字`) })
    .check(z.gt(0, { error: `${label}必须大于0` }), z.lte(max, { error: `${label}不能大于${max}` }));

export function choice<const T extends readonly (string | number)[]>(label: string, values: T) {
  const schema = z.literal([...values], {
    error: (issue) => (isMissing(issue.input) ? `请选择${label}` : `${label}的取值不正确`),
  });
  labels.add(schema, { label });
  return schema;
}

/** The status of most records. */
export const ENABLED = 2 as const;
export const DISABLED = 1 as const;
export const onOff = choice('状态', [ENABLED, DISABLED]);

/** The status of users and roles: text instead of a number, as in go-admin. */
export const ENABLED_TEXT = '2' as const;
export const DISABLED_TEXT = '1' as const;

/** An optional field, which is null if absent. */
export const orNull = <T extends z.ZodMiniType>(type: T) => z._default(z.nullable(type), null);

/** A record's id: a positive whole number. */
export const id = whole('编号', { min: 1 });

/** The version that an edit started from. */
export const version = whole('版本号', { min: 1 });

/** Ids of at most `max` records. */
export const idList = (label: string, max: number) =>
  z
    .array(id, { error: `请选择${label}` })
    .check(z.maxLength(max, { error: `${label}最多${max}个` }))
    .register(labels, { label });

/** RFC 3339 with offset. */
export const timestamp = z.string();

const digits = /^\d{1,15}$/;

/** A whole number in a URL, as plain digits. */
export function wholeParam(
  label: string,
  { min = 1, max = 2_147_483_647 }: { min?: number; max?: number } = {},
) {
  return z.pipe(
    z.string({ error: `${label}只能出现一次` }).check(z.regex(digits, { error: `${label}必须是整数` })),
    z.pipe(z.transform(Number), whole(label, { min, max })),
  );
}

/** An amount in a URL: yuan with at most two decimals. */
export const amountParam = (label: string) =>
  z
    .string({ error: `${label}只能出现一次` })
    .check(z.regex(/^\d{1,12}(\.\d{1,2})?$/, { error: `${label}必须是金额，例如 1234.50` }));

/** A department in a URL: its id, or its path as in go-admin, `/1/7/` for department 7. */
export function deptParam(label: string, range?: { min?: number }) {
  const idOrPath = z
    .string({ error: `${label}只能出现一次` })
    .check(z.regex(/^(?:\d{1,15}|\/(?:\d{1,15}\/){1,50})$/, { error: `${label}必须是整数` }));
  const lastId = (value: string) => Number(value.split('/').findLast(Boolean));
  return z.pipe(idOrPath, z.pipe(z.transform(lastId), whole(label, { min: 1, ...range })));
}

/**
 * An instant in a query string: RFC 3339, or `YYYY-MM-DD HH:mm:ss` in Shanghai time as in go-admin. A `+` that was not
 * escaped arrives as a space.
 */
export const timeParam = (label: string) => z.pipe(timeText(label), z.transform(parseTime));

/** The end of a period in a query string: the last instant of the given day, minute or second. */
export const endTimeParam = (label: string) => z.pipe(timeText(label), z.transform(parseEndTime));

/** Filters for the period of a list or an export. */
export const periodFilters = {
  beginTime: z.optional(timeParam('开始时间')),
  endTime: z.optional(endTimeParam('结束时间')),
};

function timeText(label: string) {
  const format = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+ -]\d\d:\d\d)?)?$/;
  const error = `${label}应为 2026-01-31 或 2026-01-31 08:00:00 形式的公历时间`;
  return z.string({ error: `${label}只能出现一次` }).check(
    z.regex(format, { error, abort: true }),
    z.refine((value) => isDay(value.slice(0, 10)) && !Number.isNaN(parseTime(value).getTime()), { error }),
  );
}

function parseTime(value: string): Date {
  const iso =
    value.length === 10 ? `${value}T00:00:00` : `${value.slice(0, 10)}T${value.slice(11).replace(' ', '+')}`;
  const time = Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(iso) ? iso : `${iso}+08:00`);
  return new Date(Math.max(time, EARLIEST_TIME));
}

/** The last millisecond of the period, because instants are stored with milliseconds. */
function parseEndTime(value: string): Date {
  const begin = parseTime(value).getTime();
  return new Date(begin === EARLIEST_TIME ? begin : begin + lengthMsOf(value) - 1);
}

/** The length of the day, minute or second that the text names; a millisecond if the text has a fraction of a second. */
function lengthMsOf(value: string): number {
  if (value.length === 10) return 86_400_000;
  if (!/^.{16}:/.test(value)) return 60_000;
  return value.includes('.') ? 1 : 1_000;
}

/** Precedes all records. Replaces earlier instants: 0001-01-01 in Shanghai begins in the year 0, which the database lacks. */
const EARLIEST_TIME = Date.parse('1900-01-01T00:00:00Z');

/** A calendar day, `YYYY-MM-DD`, from 1900 to 2999; other years belong to other calendars or are typing errors. */
export const day = (label: string) =>
  text(label, { max: 40 }).check(
    z.regex(/^\d{4}-\d\d-\d\d$/, { error: `${label}应为 2026-01-31 形式的公历日期`, abort: true }),
    z.refine(isDay, { error: `${label}不是有效的日期`, abort: true }),
    z.refine((value) => value >= '1900' && value < '3000', { error: `${label}的年份应在 1900–2999 之间` }),
  );

interface DayPeriod {
  beginDate: string;
  endDate: string;
}

/** Checks that an inclusive period of days does not end before it begins, and has at most `maxDays`. */
export const periodChecks = (maxDays: number) =>
  [
    z.refine<DayPeriod>(({ beginDate, endDate }) => beginDate <= endDate, {
      error: '开始日期不能晚于结束日期',
      path: ['endDate'],
    }),
    z.refine<DayPeriod>(
      ({ beginDate, endDate }) => Date.parse(endDate) - Date.parse(beginDate) < maxDays * 86_400_000,
      { error: `日期范围最多${maxDays}天`, path: ['endDate'] },
    ),
  ] as const;

/** Applies `orNull` to each field. */
export const eachOrNull = <S extends Readonly<Record<string, z.ZodMiniType>>>(fields: S) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, orNull(field)])) as {
    -readonly [Name in keyof S]: ReturnType<typeof orNull<S[Name]>>;
  };

/** The customer for whom staff create a request; needs the permission to price requests. */
export const forUserQuery = z.strictObject({ forUserId: z.optional(wholeParam('客户')) });

/** `{id}` in a path. */
export const idParams = z.strictObject({ id: wholeParam('编号') });

/** The body of every DELETE: 1…1000 different ids. */
export const idsBody = z.strictObject({
  ids: z
    .array(id, { error: requiredOr('编号', '编号必须是列表') })
    .check(
      z.minLength(1, { error: '请至少选择一条记录' }),
      z.maxLength(1000, { error: '一次最多1000条记录' }),
    ),
});
export const ids = z.array(z.number());

/** The body of a PUT: the writable fields. Accepts and drops the other fields of the record; rejects unknown keys. */
export function recordEdit<W extends z.core.$ZodShape>(writable: W, record: z.core.$ZodShape) {
  const readOnly = Object.keys(record).filter((key) => !(key in writable));
  const ignored: Record<string, z.ZodMiniOptional<z.ZodMiniUnknown>> = {};
  for (const key of readOnly) ignored[key] = z.optional(z.unknown());
  const body = z.strictObject({ ...ignored, ...writable });
  const fields = z.object(writable);
  return z.pipe(
    body,
    z.transform((value): z.output<typeof fields> => {
      const edit: Record<string, unknown> = { ...value };
      for (const key of readOnly) delete edit[key];
      return edit as z.output<typeof fields>;
    }),
  );
}

/** Invisible characters: zero-width characters, direction marks and blank letters. */
const hiddenCharacters = /[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u;
const blankCharacters = /[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu;

/** Whether a name has invisible characters, which could make it look like another name. */
const hasHiddenCharacters = (name: string): boolean => hiddenCharacters.test(name);

const isBlankName = (name: string): boolean => name.replaceAll(blankCharacters, '') === '';
