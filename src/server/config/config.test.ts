import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { loadConfig } from './config.ts';
import { StartError } from '#server/start/start-error.ts';

describe('loadConfig', () => {
  it('has a default for every setting', () => {
    expect(loadConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      databasePool: 10,
      drainMs: 0,
      adminPassword: undefined,
      customerPassword: undefined,
      loginCaptcha: true,
      trustProxy: false,
      fileStore: { kind: 'disk' },
      mail: undefined,
      logLevel: 'info',
      docs: false,
    });
  });

  it('treats an empty or blank value as absent', () => {
    const blank = { PORT: '', HOST: ' ', DATABASE_URL: '', ADMIN_PASSWORD: '', LOG_LEVEL: '', DOCS: '' };
    expect(loadConfig(blank)).toEqual(loadConfig({}));
  });

  it('ignores variables that are not settings', () => {
    expect(loadConfig({ PATH: '/bin', port: '99999' })).toEqual(loadConfig({}));
  });

  it.each([
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ HOST: '::1' }, { host: '::1' }],
    [{ HOST: 'shop.example' }, { host: 'shop.example' }],
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: ' 65535 ' }, { port: 65_535 }],
    [{ DATA_DIR: '/srv/智造 报价' }, { dataDir: '/srv/智造 报价' }],
    [{ DATABASE_URL: 'postgres://u:p@db:5432/q' }, { databaseUrl: 'postgres://u:p@db:5432/q' }],
    [{ DATABASE_URL: 'postgresql:///q?host=/run' }, { databaseUrl: 'postgresql:///q?host=/run' }],
    [{ DATABASE_POOL: '50' }, { databasePool: 50 }],
    [{ DRAIN_MS: '10000' }, { drainMs: 10_000 }],
    [{ ADMIN_PASSWORD: 'a'.repeat(12) }, { adminPassword: 'a'.repeat(12) }],
    [{ CUSTOMER_PASSWORD: 'b'.repeat(8) }, { customerPassword: 'b'.repeat(8) }],
    [{ LOGIN_CAPTCHA: 'off' }, { loginCaptcha: false }],
    [{ TRUST_PROXY: 'on' }, { trustProxy: true }],
    [{ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }, { trustProxy: ['loopback', '10.0.0.0/8', '::1'] }],
    [
      { FILE_STORE: 's3://KEY:se%2Fcret@files.example:9000/drawings?tls=off' },
      {
        fileStore: {
          kind: 's3',
          style: 'path',
          endpoint: 'http://files.example:9000',
          bucket: 'drawings',
          prefix: '',
          region: 'us-east-1',
          accessKeyId: 'KEY',
          secretAccessKey: 'se/cret',
        },
      },
    ],
    [
      { FILE_STORE: 's3://KEY:secret@s3.cn-north-1.amazonaws.com.cn/shop/live/?region=cn-north-1' },
      {
        fileStore: {
          kind: 's3',
          style: 'path',
          endpoint: 'https://s3.cn-north-1.amazonaws.com.cn',
          bucket: 'shop',
          prefix: 'live/',
          region: 'cn-north-1',
          accessKeyId: 'KEY',
          secretAccessKey: 'secret',
        },
      },
    ],
    [
      { SMTP_URL: 'smtps://u%40x.cn:p%2F@mail.example.com:465', MAIL_FROM: '智造报价 <quote@example.com>' },
      {
        mail: {
          smtpUrl: 'smtps://u%40x.cn:p%2F@mail.example.com:465',
          from: '智造报价 <quote@example.com>',
        },
      },
    ],
    [
      { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'quote@localhost' },
      { mail: { smtpUrl: 'smtp://localhost', from: 'quote@localhost' } },
    ],
    [{ MAIL_FROM: 'quote@example.com' }, { mail: undefined }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ METRICS_TOKEN: 'a-token-of-the-scraper' }, { metricsToken: 'a-token-of-the-scraper' }],
    [{ BACKUP_KEY: 'k'.repeat(32) }, { backupKey: 'k'.repeat(32) }],
    [{ DOCS: 'on' }, { docs: true }],
  ])('reads %o', (env, expected) => {
    expect(loadConfig(env)).toMatchObject(expected);
  });

  it.each([
    ['HOST', 'two words'],
    ['HOST', 'http://shop'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '0x10'],
    ['PORT', '3000.5'],
    ['PORT', '1e3'],
    ['DATA_DIR', 'a\0b'],
    ['DATABASE_URL', 'mysql://u:p@db/q'],
    ['DATABASE_URL', 'postgres://u:p@db:port/q'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_POOL', '51'],
    ['DRAIN_MS', '10001'],
    ['ADMIN_PASSWORD', 'a'.repeat(11)],
    ['ADMIN_PASSWORD', 'a'.repeat(129)],
    ['CUSTOMER_PASSWORD', 'b'.repeat(7)],
    ['LOGIN_CAPTCHA', 'true'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['FILE_STORE', 'ftp://files'],
    ['FILE_STORE', 's3://bucket/files'],
    ['FILE_STORE', 's3://KEY@host/bucket'],
    ['FILE_STORE', 's3://KEY:secret@host'],
    ['FILE_STORE', 's3://KEY:secret@host/UPPER'],
    ['FILE_STORE', 's3://KEY:secret@host:port/bucket'],
    ['FILE_STORE', 's3://KEY:%zz@host/bucket'],
    ['FILE_STORE', 's3://KEY:secret@host/bucket?tls=yes'],
    ['FILE_STORE', 's3://KEY:secret@host/bucket?style=host'],
    ['FILE_STORE', 's3://KEY:secret@host/bucket?ssl=on'],
    ['FILE_STORE', 'Disk'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['SMTP_URL', 'smtp://u:p@mail.example.com/path'],
    ['SMTP_URL', 'smtp://u:p%0d%0aQUIT@mail.example.com'],
    ['SMTP_URL', 'smtp://u:%zz@mail.example.com'],
    ['MAIL_FROM', 'quote'],
    ['MAIL_FROM', 'quote@example.com, x@example.com'],
    ['MAIL_FROM', '"a" <quote@example.com>'],
    ['MAIL_FROM', 'a <quote@example.com>\r\nBcc: x@example.com'],
    ['LOG_LEVEL', 'verbose'],
    ['METRICS_TOKEN', 'too short'],
    ['BACKUP_KEY', 'shorter than 32 characters'],
    ['METRICS_TOKEN', 'with a space in its middle'],
    ['DOCS', '1'],
  ])('refuses to start on %s=%j and names the setting', (name, value) => {
    const start = () => loadConfig({ [name]: value });
    expect(start).toThrow(StartError);
    expect(start).toThrow(new RegExp(`^启动设置有误：${name} [^；]+。$`));
  });

  it('quotes a malformed value, but never a secret', () => {
    const sentence = (env: Record<string, string>) => {
      try {
        loadConfig(env);
      } catch (error) {
        return String(error);
      }
      return '';
    };
    expect(sentence({ PORT: 'abc' })).toContain('“abc”');
    for (const name of ['DATABASE_URL', 'ADMIN_PASSWORD', 'CUSTOMER_PASSWORD', 'FILE_STORE', 'SMTP_URL']) {
      expect(sentence({ [name]: 'secret' })).toContain(name);
      expect(sentence({ [name]: 'secret' })).not.toContain('secret');
    }
  });

  it('requires a sender address for mail', () => {
    expect(() => loadConfig({ SMTP_URL: 'smtp://localhost' })).toThrow(/MAIL_FROM/);
  });

  it('names every malformed setting in one message', () => {
    expect(() => loadConfig({ PORT: 'x', DOCS: 'y' })).toThrow(/PORT .*；DOCS /);
  });
});
