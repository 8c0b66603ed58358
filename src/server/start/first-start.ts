import { randomInt } from 'node:crypto';
import type { ConnectionString } from '#server/db/connection-string.ts';
import type { Config } from '#server/config/config.ts';
import { seedFirstStart } from '#server/db/seed/seed.ts';

/** Lower-case letters and digits without look-alikes. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 20;

/** A password of 20 letters and digits, 99 random bits. */
export function generatePassword(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/**
 * Seeds an empty database and returns the lines that show the initial passwords. Returns no lines if it was not empty.
 */
export async function prepareFirstStart(
  connectionString: ConnectionString,
  config: Config,
): Promise<string[]> {
  const adminPassword = config.adminPassword ?? generatePassword();
  const customerPassword = config.customerPassword ?? generatePassword();
  const wasEmpty = await seedFirstStart({
    connectionString,
    adminPassword,
    customerPassword,
    adminMustChange: config.adminPassword === undefined,
    customerMustChange: config.customerPassword === undefined,
  });
  if (!wasEmpty) return [];
  const accountLine = (label: string, name: string, password: string, configured: string | undefined) =>
    `  ${label} ${name}  密码 ${configured === undefined ? `${password}（只显示这一次，首次登录须修改）` : '由环境变量指定'}`;
  return [
    '首次启动：已创建数据库，载入示例目录（示例价格，仅供试用）与两个账号',
    accountLine('管理员', 'admin', adminPassword, config.adminPassword),
    accountLine('客户  ', 'demo ', customerPassword, config.customerPassword),
  ];
}
