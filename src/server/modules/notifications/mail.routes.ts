import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { mail as endpoints } from '#contract/system/mail.ts';
import type { MailSettings } from '#server/config/mail-settings.ts';
import type { Database } from '#server/db/database.ts';
import { users } from '#server/db/schema.ts';
import { testMailsPerMinute } from '#server/fairness/limits.ts';
import { AppError } from '#server/http/app-error.ts';
import { route, type App } from '#server/http/route.ts';
import { loadSettings } from '#server/modules/settings/settings.service.ts';
import { readMailState } from './mail-figures.service.ts';
import { openMailTransport } from './mail-transport.ts';

/** Shorter than the time that a browser waits for an answer. */
const TEST_TIMEOUT_MS = 15_000;

export function mailRoutes(
  app: App,
  { database: { db }, mail }: { database: Database; mail: MailSettings | undefined },
): void {
  route(app, endpoints.state, ({ now }) => readMailState(db, mail, now));
  route(app, endpoints.test, async ({ session: { userId }, now, audit }) => {
    if (!mail) throw new AppError('mail.off');
    const [user] = await db.select({ email: users.email }).from(users).where(eq(users.userId, userId));
    const recipient = user?.email ?? '';
    if (recipient === '') throw new AppError('mail.no_address');
    testMailsPerMinute.count(userId, now);
    audit({ email: recipient });
    const { 'site.name': site } = await loadSettings(db);
    return { recipient, answer: await sendTest(mail, recipient, site) };
  });
}

/** Resolves with the mail server's answer. Throws `mail.refused` with its response, or after the time limit. */
async function sendTest(mail: MailSettings, recipient: string, site: string): Promise<string> {
  const transport = await openMailTransport(mail);
  const timeout = delay(TEST_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error('邮件服务器 15 秒内没有答复');
  });
  try {
    const body = `这是 ${site} 发出的测试邮件：能收到它，邮件设置就是可用的。\n\n此邮件由系统发送，请勿回复。\n`;
    return await Promise.race([transport.send({ recipient, subject: `测试邮件 - ${site}`, body }), timeout]);
  } catch (error) {
    const response = error instanceof Error ? error.message : String(error);
    throw new AppError('mail.refused', { msg: `测试邮件没有发出：${response.slice(0, 500)}`, cause: error });
  } finally {
    transport.close();
  }
}
