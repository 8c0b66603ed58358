import { isIP } from 'node:net';

import { z } from 'zod';

import { toDataDirectoryPath, type DataDirectoryPath } from '#server/data-directory/data-directory.ts';
import { isConnectionString, type ConnectionString } from '#server/db/connection-string.ts';
import { parseS3, type FileStoreConfig } from './file-store-settings.ts';
import { isSender, isSmtpUrl, type MailSettings } from './mail-settings.ts';
import { StartError } from '#server/start/start-error.ts';

/** The configuration from the environment, parsed once. Business settings are in 参数设置. */
export interface Config {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Absolute path. */
  dataDir: DataDirectoryPath;
  /** Absent: the server runs its own PostgreSQL in `dataDir`. */
  databaseUrl: ConnectionString | undefined;
  /** The number of connections in the pool of this process. */
  databasePool: number;
  /** How long the server keeps answering after a stop signal, while `/readyz` makes load balancers send requests elsewhere. */
  drainMs: number;
  /** First start only; generated and printed once when absent. */
  adminPassword: string | undefined;
  /** First start only; generated and printed once when absent. */
  customerPassword: string | undefined;
  loginCaptcha: boolean;
  /** As fastify's `trustProxy`: no proxy, every proxy, or these addresses and ranges. */
  trustProxy: boolean | string[];
  fileStore: FileStoreConfig;
  /** Absent: no mail is sent. */
  mail: MailSettings | undefined;
  logLevel: LogLevel;
  /** The bearer token for `/metrics`, which is not served without one. */
  metricsToken: string | undefined;
  /** Seals backups; with it, only sealed backups are restored. */
  backupKey: string | undefined;
  /** Serves the API reference. */
  docs: boolean;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const host = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;
/** Names that fastify's proxy-addr accepts for address ranges. */
const proxyRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** In the error, `sentence` follows the setting's name, and the value is quoted after it unless it is a secret. */
const rule = (test: (value: string) => boolean, sentence: string) => z.string().refine(test, sentence);

const isIntegerWithin = (value: string, from: number, to: number) =>
  /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to;
const onOff = z.enum(['on', 'off'], '只能是 on 或 off').transform((value) => value === 'on');

const settings = z.object({
  HOST: rule((v) => isIP(v) > 0 || host.test(v), '应为本机的 IP 地址或主机名').default('127.0.0.1'),
  PORT: rule((v) => isIntegerWithin(v, 0, 65_535), '应为 0 到 65535 的整数（0 表示任选空闲端口）').default(
    '3000',
  ),
  DATA_DIR: rule((v) => !v.includes('\0'), '应为目录的路径').default('./data'),
  DATABASE_URL: z
    .custom<ConnectionString>(
      (v) => typeof v === 'string' && isConnectionString(v),
      '应为 postgres://用户:密码@主机:端口/数据库 形式的地址',
    )
    .optional(),
  // The private PostgreSQL allows 60 connections; a few remain for backups and the command line.
  DATABASE_POOL: rule((v) => isIntegerWithin(v, 1, 50), '应为 1 到 50 的整数').default('10'),
  DRAIN_MS: rule((v) => isIntegerWithin(v, 0, 10_000), '应为 0 到 10000 的整数（毫秒）').default('0'),
  ADMIN_PASSWORD: rule((v) => hasPasswordLength(v, 12), '应为 12 到 128 个字符').optional(),
  CUSTOMER_PASSWORD: rule((v) => hasPasswordLength(v, 8), '应为 8 到 128 个字符').optional(),
  LOGIN_CAPTCHA: onOff.default(true),
  TRUST_PROXY: rule(isProxyList, '应为 on、off 或以逗号分隔的 IP 地址与 CIDR 网段').default('off'),
  FILE_STORE: rule(
    (v) => v === 'disk' || parseS3(v) !== undefined,
    '应为 disk，或 s3://访问密钥:私有密钥@主机:端口/存储桶?region=区域&tls=on 形式的地址（密钥中的特殊字符用 %XX 表示，阿里云 OSS、腾讯云 COS、华为云 OBS 另加 &style=virtual）',
  ).default('disk'),
  SMTP_URL: rule(isSmtpUrl, '应为 smtp://用户:密码@主机:端口 或 smtps:// 形式的地址').optional(),
  MAIL_FROM: rule(isSender, '应为 quote@example.com 或 名称 <quote@example.com> 形式的发件人').optional(),
  LOG_LEVEL: z.enum(logLevels, `只能是 ${logLevels.join('、')} 之一`).default('info'),
  METRICS_TOKEN: rule((v) => /^[\x21-\x7e]{16,128}$/.test(v), '应为 16 到 128 个不含空格的字符').optional(),
  BACKUP_KEY: rule((v) => v.length >= 32 && v.length <= 128, '应为 32 到 128 个字符').optional(),
  DOCS: onOff.default(false),
} satisfies Record<string, z.ZodType<unknown, string | undefined>>);

const names = settings.keyof().options;
const secrets = new Set<string>([
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'CUSTOMER_PASSWORD',
  'METRICS_TOKEN',
  'BACKUP_KEY',
  'FILE_STORE',
  'SMTP_URL',
]);

/**
 * Reads the settings from `env`. An absent or empty setting gets its default.
 * @throws StartError with one sentence about every malformed setting; it quotes no secrets
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const values = Object.fromEntries(names.map((name) => [name, env[name]?.trim() || undefined]));
  const parsed = settings.safeParse(values);
  if (!parsed.success) throw new StartError(describeIssues(parsed.error.issues, values));

  const value = parsed.data;
  return {
    host: value.HOST,
    port: Number(value.PORT),
    dataDir: toDataDirectoryPath(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    databasePool: Number(value.DATABASE_POOL),
    drainMs: Number(value.DRAIN_MS),
    adminPassword: value.ADMIN_PASSWORD,
    customerPassword: value.CUSTOMER_PASSWORD,
    loginCaptcha: value.LOGIN_CAPTCHA,
    trustProxy: parseTrustProxy(value.TRUST_PROXY),
    fileStore: parseS3(value.FILE_STORE) ?? { kind: 'disk' },
    mail: mailOf(value.SMTP_URL, value.MAIL_FROM),
    logLevel: value.LOG_LEVEL,
    metricsToken: value.METRICS_TOKEN,
    backupKey: value.BACKUP_KEY,
    docs: value.DOCS,
  };
}

function describeIssues(issues: z.core.$ZodIssue[], values: Record<string, string | undefined>): string {
  const errors = issues.map((issue) => {
    const name = String(issue.path[0]);
    const shown = secrets.has(name) ? '' : `（现在是“${values[name]}”）`;
    return `${name} ${issue.message}${shown}`;
  });
  return `启动设置有误：${errors.join('；')}。`;
}

function mailOf(smtpUrl: string | undefined, from: string | undefined): MailSettings | undefined {
  if (smtpUrl === undefined) return undefined;
  if (from === undefined) throw new StartError('启动设置有误：设置 SMTP_URL 时须同时设置 MAIL_FROM。');
  return { smtpUrl, from };
}

function hasPasswordLength(value: string, from: number): boolean {
  return value.length >= from && value.length <= 128;
}

function isProxyList(value: string): boolean {
  return value === 'on' || value === 'off' || splitList(value).every(isProxy);
}

function isProxy(value: string): boolean {
  if (proxyRanges.has(value)) return true;
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || isIntegerWithin(bits, 0, version === 4 ? 32 : 128);
}

function parseTrustProxy(value: string): boolean | string[] {
  return value === 'on' || (value === 'off' ? false : splitList(value));
}

function splitList(value: string): string[] {
  return value.split(',').map((part) => part.trim());
}
