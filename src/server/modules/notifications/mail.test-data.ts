import { asc } from 'drizzle-orm';
import { openDatabase } from '#server/db/database.ts';
import { mailOutbox } from '#server/db/schema.ts';
import { startSmtpServer, type TestSmtpServer } from '#tests/support/processes/smtp-server.ts';
import { createTestDatabase } from '#tests/support/app/test-database.ts';
import { startMailSender, type MailSender } from './mail-sender.ts';
import { openMailTransport } from './mail-transport.ts';

/** A database with an outbox, a mail server, and senders between them. */
export async function startMails() {
  const testDatabase = await createTestDatabase();
  const database = openDatabase(testDatabase.url, 6, () => undefined);
  const senders: MailSender[] = [];
  /** The mail server and the time of the test that runs. */
  const state = { now: new Date(0) } as { smtp: TestSmtpServer; now: Date };

  async function begin(): Promise<void> {
    state.smtp = await startSmtpServer({ user: 'quote@example.com', pass: 'p@ss word' });
    state.now = new Date('2026-11-20T10:00:00Z');
    await database.db.delete(mailOutbox);
  }
  async function end(): Promise<void> {
    for (const sender of senders.splice(0)) await sender.stop();
    await state.smtp.close();
  }
  async function close(): Promise<void> {
    await database.close();
    await testDatabase.drop();
  }
  async function start(smtpUrl = `smtp://quote%40example.com:p%40ss%20word@127.0.0.1:${state.smtp.port}`) {
    const sender = startMailSender(database, {
      transport: await openMailTransport({ smtpUrl, from: '智造报价 <quote@example.com>' }),
      clock: () => state.now,
      onError: () => undefined,
      pollEveryMs: 0,
    });
    senders.push(sender);
    return sender;
  }

  const putMail = (mail: Partial<typeof mailOutbox.$inferInsert> = {}) =>
    database.db.insert(mailOutbox).values({
      recipient: 'zhang@example.com',
      subject: '订单 Q20261120-0001 已确认',
      body: '状态由“待确认”变为“已确认”。\n.\n查看订单：https://quote.test/order/details/1',
      createdAt: state.now,
      nextTryAt: state.now,
      ...mail,
    });
  const outbox = () =>
    database.db
      .select({ sentAt: mailOutbox.sentAt, tries: mailOutbox.tries, failure: mailOutbox.failure })
      .from(mailOutbox)
      .orderBy(asc(mailOutbox.id));
  const inMinutes = (minutes: number) => new Date(state.now.getTime() + minutes * 60_000);
  return { database, state, begin, end, close, start, putMail, outbox, inMinutes };
}
