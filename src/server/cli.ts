import { dayNumber, dayText, isDay, timeText } from '#domain/shanghai-time.ts';
import type { ConnectionString } from './db/connection-string.ts';
import { backUp } from './backup/back-up.ts';
import { restore } from './backup/restore.ts';
import { loadConfig, type Config } from './config/config.ts';
import { connectForCommand } from './start/connect-for-command.ts';
import { openDatabase, type Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { generatePassword, prepareFirstStart } from './start/first-start.ts';
import { createFileStore } from './modules/files/create-file-store.ts';
import { removeSecondFactorByName } from './modules/authentication/second-factor.service.ts';
import { resetPasswordByName } from './modules/authentication/authentication.service.ts';
import { compareSums } from './modules/order-sums/compare-sums.service.ts';
import { StartError } from './start/start-error.ts';
import { readVersion } from './config/version.ts';

const usage = `用法：
  quotemill user reset-password <用户名>        生成新密码
  quotemill user remove-second-factor <用户名>  移除双重验证
  quotemill backup <文件>                       备份数据库与文件，服务器可照常运行
  quotemill restore <文件>                      恢复到空的数据库与文件存储
  quotemill demo [截止日期]                      向没有订单的安装写入两年的演示数据，截止日期默认为昨天
  quotemill sums check                          比较看板与计数所用的汇总与订单
  quotemill sums rebuild                        修正与订单不符的汇总
`;

type Command = (config: Config, connectionString: ConnectionString) => Promise<void>;

function commandOf(args: readonly string[]): Command | undefined {
  const [first, second, third] = args;
  if (first === 'user' && second === 'reset-password' && third && args.length === 3) {
    return (_config, connectionString) => resetPassword(connectionString, third);
  }
  if (first === 'user' && second === 'remove-second-factor' && third && args.length === 3) {
    return (_config, connectionString) => removeSecondFactor(connectionString, third);
  }
  if (first === 'backup' && second && args.length === 2) {
    return (config, connectionString) => writeBackup(config, connectionString, second);
  }
  if (first === 'restore' && second && args.length === 2) {
    return (config, connectionString) => readBackup(config, connectionString, second);
  }
  if (first === 'demo' && args.length <= 2) {
    const until = second ?? dayText(dayNumber(new Date()) - 1);
    if (isDay(until)) return (config, connectionString) => writeDemo(config, connectionString, until);
  }
  if (first === 'sums' && (second === 'check' || second === 'rebuild') && args.length === 2) {
    return (_config, connectionString) => checkSums(connectionString, second === 'rebuild');
  }
  return undefined;
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function withDatabase(
  connectionString: ConnectionString,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = openDatabase(connectionString, 2, (error) => process.stderr.write(`${error.message}\n`));
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

const unknownUser = (username: string) => new StartError(`没有名为 ${username} 的用户。`);

const resetPassword = (connectionString: ConnectionString, username: string) =>
  withDatabase(connectionString, async (database) => {
    const password = generatePassword();
    const isKnown = await resetPasswordByName(database, username, password, new Date());
    if (!isKnown) throw unknownUser(username);
    print(`${username} 的新密码：${password}（只显示这一次，下次登录须修改；其所有会话已结束）`);
  });

const removeSecondFactor = (connectionString: ConnectionString, username: string) =>
  withDatabase(connectionString, async (database) => {
    const isRemoved = await removeSecondFactorByName(database, username);
    if (isRemoved === undefined) throw unknownUser(username);
    if (!isRemoved) throw new StartError(`${username} 没有启用双重验证。`);
    print(`已移除 ${username} 的双重验证；其所有会话已结束`);
  });

async function writeBackup(config: Config, connectionString: ConnectionString, path: string): Promise<void> {
  const store = createFileStore(config.fileStore, config.dataDir);
  const { rows, files, damaged } = await backUp({
    connectionString,
    store,
    path,
    version: readVersion(),
    now: new Date(),
    key: config.backupKey,
  });
  print(`已备份 ${rows} 行数据与 ${files} 个文件到 ${path}`);
  if (damaged.length > 0)
    throw new StartError(`文件存储中有 ${damaged.length} 个文件缺失或已损坏：${damaged.join('、')}。`);
}

async function readBackup(config: Config, connectionString: ConnectionString, path: string): Promise<void> {
  const store = createFileStore(config.fileStore, config.dataDir);
  const { createdAt, rows, files } = await restore({
    connectionString,
    store,
    path,
    key: config.backupKey,
  });
  print(`已恢复 ${timeText(createdAt)} 的备份：${rows} 行数据，${files} 个文件`);
}

/** Sets up an empty data directory or database first, as the first start does. */
async function writeDemo(config: Config, connectionString: ConnectionString, until: string): Promise<void> {
  const startedAt = performance.now();
  await migrate(connectionString);
  for (const line of await prepareFirstStart(connectionString, config)) print(line);
  const { companies, buyers, orders, from } = await fillDemo(connectionString, until);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  print(
    `已写入演示数据：${companies} 家客户、${buyers} 位采购、${orders} 个订单（${from} 至 ${until}），用时 ${seconds} 秒`,
  );
}

async function checkSums(connectionString: ConnectionString, repair: boolean): Promise<void> {
  const differences = await compareSums(connectionString, { repair });
  const wrong = Object.entries(differences).filter(([, count]) => count > 0);
  const listed = wrong.map(([table, count]) => `${table} ${count} 行`).join('、');
  if (wrong.length === 0) print('汇总与订单一致');
  else if (repair) print(`已修正：${listed}`);
  else throw new StartError(`汇总与订单不符：${listed}。请运行 quotemill sums rebuild。`);
}

async function main(args: string[]): Promise<number> {
  const command = commandOf(args);
  if (!command) {
    process.stderr.write(usage);
    return 2;
  }
  const config = loadConfig(process.env);
  const connection = await connectForCommand(config);
  try {
    await command(config, connection.connectionString);
    return 0;
  } finally {
    await connection.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
