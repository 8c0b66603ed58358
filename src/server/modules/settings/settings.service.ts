import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { configs } from '#server/db/schema.ts';

/** A business setting: kept in 参数设置, with the default that holds while the table has none or a broken one. */
interface Setting<T> {
  name: string;
  initial: string;
  /** Readable without a session. */
  isPublic: boolean;
  remark: string;
  /** Undefined for text that is not a value of this setting. */
  read: (text: string) => T | undefined;
}

const asWhole = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  return /^\d{1,9}$/.test(text) && value >= min && value <= max ? value : undefined;
};
const asDays = (text: string): string[] | undefined => {
  const days = text.split(/[\s,，]+/).filter(Boolean);
  return days.every((day) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)))
    ? days
    : undefined;
};
const setting = <T>(definition: Setting<T>) => definition;

/** Every business setting by its key. */
export const settings = {
  'site.name': setting({
    name: '系统名称',
    initial: '智造报价',
    isPublic: true,
    remark: '显示在页面标题与报价单上',
    read: (text) => text.trim() || undefined,
  }),
  'site.feedbackUrl': setting({
    name: '反馈地址',
    initial: '',
    isPublic: true,
    remark: '留空则不显示反馈按钮；须以 https:// 或 http:// 开头',
    read: (text) => (text === '' || /^https?:\/\/\S+$/.test(text) ? text : undefined),
  }),
  'quote.validDays': setting({
    name: '报价有效天数',
    initial: '15',
    isPublic: false,
    remark: '过期的报价须重新报价后才能下单',
    read: asWhole(1, 365),
  }),
  'quote.cutOffHour': setting({
    name: '当日截单时间（时）',
    initial: '18',
    isPublic: true,
    remark: '此时之后的订单从下一个工作日起算交期；24 表示不截单',
    read: asWhole(0, 24),
  }),
  'quote.holidays': setting({
    name: '节假日',
    initial: '2026-12-31, 2027-01-01',
    isPublic: true,
    remark: '不发货的日期，形如 2027-01-01，以逗号分隔',
    read: asDays,
  }),
  'quote.workdays': setting({
    name: '调休上班日',
    initial: '',
    isPublic: true,
    remark: '照常发货的周末日期，形如 2027-01-02，以逗号分隔',
    read: asDays,
  }),
  'session.staffIdleHours': setting({
    name: '员工空闲登出（小时）',
    initial: '8',
    isPublic: false,
    remark: '员工多久不操作后须重新登录',
    read: asWhole(1, 720),
  }),
  'session.staffDays': setting({
    name: '员工登录有效期（天）',
    initial: '7',
    isPublic: false,
    remark: '员工登录后最长多久须重新登录',
    read: asWhole(1, 365),
  }),
  'session.customerIdleHours': setting({
    name: '客户空闲登出（小时）',
    initial: '168',
    isPublic: false,
    remark: '客户多久不操作后须重新登录',
    read: asWhole(1, 8760),
  }),
  'session.customerDays': setting({
    name: '客户登录有效期（天）',
    initial: '30',
    isPublic: false,
    remark: '客户登录后最长多久须重新登录',
    read: asWhole(1, 365),
  }),
} as const;

export type SettingKey = keyof typeof settings;
export type Settings = { [K in SettingKey]: (typeof settings)[K] extends Setting<infer T> ? T : never };

/** The settings as they stand, each with its default where the table has no valid value. */
export async function loadSettings(db: Db): Promise<Settings> {
  const rows = await db.select({ key: configs.configKey, value: configs.configValue }).from(configs);
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  const read = ([key, { initial, read }]: [string, Setting<unknown>]) => {
    const value = stored.get(key);
    return [key, (value === undefined ? undefined : read(value)) ?? read(initial)];
  };
  return Object.fromEntries(Object.entries(settings).map(read)) as Settings;
}

/** The public ones as stored, for pages that nobody has signed in to. */
export async function listPublicSettings(db: Db): Promise<Record<string, string>> {
  const rows = await db
    .select({ key: configs.configKey, value: configs.configValue })
    .from(configs)
    .where(eq(configs.isFrontend, '1'));
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** The settings of a revision, read once; without a revision they are read anew. */
export type SettingsReader = (revision?: number) => Promise<Settings>;

export function createSettingsReader(db: Db): SettingsReader {
  let current: { revision: number; settings: Promise<Settings> } | undefined;
  return (revision) => {
    if (revision === undefined) return loadSettings(db);
    if (current?.revision === revision) return current.settings;
    const entry = { revision, settings: loadSettings(db) };
    current = entry;
    entry.settings.catch(() => {
      if (current === entry) current = undefined;
    });
    return entry.settings;
  };
}
