import { loadConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { generatePassword } from './first-start.ts';
import { resetPasswordByName } from './modules/sessions/sessions.service.ts';
import { StartError } from './start-error.ts';
import { connectForCommand } from './connect-for-command.ts';

const usage = '用法：quotemill user reset-password <用户名>\n';

async function main([noun, verb, username, ...rest]: string[]): Promise<number> {
  if (noun !== 'user' || verb !== 'reset-password' || username === undefined || rest.length > 0) {
    process.stderr.write(usage);
    return 2;
  }
  const connection = await connectForCommand(loadConfig(process.env));
  const database = openDatabase(connection.connectionString, 2, (error) =>
    process.stderr.write(`${error.message}\n`),
  );
  try {
    const password = generatePassword();
    const isKnown = await resetPasswordByName(database, username, password, new Date());
    if (!isKnown) throw new StartError(`没有名为 ${username} 的用户。`);
    process.stdout.write(
      `${username} 的新密码：${password}（只显示这一次，下次登录须修改；其所有会话已结束）\n`,
    );
    return 0;
  } finally {
    await database.close();
    await connection.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
