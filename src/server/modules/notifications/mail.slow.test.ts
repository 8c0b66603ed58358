import { count } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailOutbox } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { startSmtpServer } from '#tests/support/processes/smtp-server.ts';
import { readMailFigures } from './mail-figures.service.ts';
import { insertMails } from './mail-outbox.queries.ts';
import { messageOf, transportOptions } from './mail-transport.ts';
import { startMails } from './mail.test-data.ts';

const { database, state, begin, end, close, start, putMail, outbox, inMinutes } = await startMails();
beforeEach(begin);
afterEach(end);
afterAll(close);

test('a user gets at most thirty mails a day, counted per user even with the same address', async () => {
  const withMail = (email: string) => addPerson({ database }, { user: { email } });
  const [one, same, other] = [
    await withMail('busy@example.com'),
    await withMail('Busy@example.com'),
    await withMail('calm@example.com'),
  ];
  const put = (users: { userId: number }[]) =>
    insertMails(
      database.db,
      users.map(({ userId }) => ({ userId, subject: 's', body: 'b' })),
      state.now,
    );
  const waiting = async () =>
    Object.fromEntries(
      (
        await database.db
          .select({ recipient: mailOutbox.recipient, mails: count() })
          .from(mailOutbox)
          .groupBy(mailOutbox.recipient)
      ).map(({ recipient, mails }) => [recipient, mails]),
    );
  await put(Array.from({ length: 28 }, () => one));
  await put([one, same, other, one, same, one]);
  expect(await waiting()).toEqual({ 'busy@example.com': 30, 'Busy@example.com': 2, 'calm@example.com': 1 });
  await put([one, same, other]);
  expect(await waiting()).toEqual({ 'busy@example.com': 30, 'Busy@example.com': 3, 'calm@example.com': 2 });
  state.now = inMinutes(24 * 60);
  await put([one]);
  expect(await waiting()).toEqual({ 'busy@example.com': 31, 'Busy@example.com': 3, 'calm@example.com': 2 });
});

describe('the sender', () => {
  test('retries while the mail server is unreachable', async () => {
    const { port } = state.smtp;
    await state.smtp.close();
    const sender = await start(`smtp://127.0.0.1:${port}`);
    await putMail();
    expect(await sender.sendDue()).toBe(0);
    expect((await outbox())[0]?.failure).toMatch(/ECONNREFUSED/);
    state.smtp = await startSmtpServer();
    state.now = inMinutes(2);
    const again = await start(`smtp://127.0.0.1:${state.smtp.port}`);
    expect(await again.sendDue()).toBe(1);
  });

  test.each([
    ['the sender is refused', 'MAIL FROM', 550, 'not you'],
    ['the sender is not allowed', 'MAIL FROM', 553, 'not you'],
    ['the server refuses the message', 'DATA', 554, 'not now'],
    ['relaying is denied', 'RCPT TO', 554, 'not from here'],
    ['a policy refuses all', 'RCPT TO', 550, '5.7.1 relaying denied'],
  ] as const)('retries when %s, which may be a wrong setting', async (_name, command, code, text) => {
    const sender = await start();
    await putMail();
    state.smtp.refuseWith(code, { command, text });
    expect(await sender.sendDue()).toBe(0);
    expect(await readMailFigures(database.db, state.now)).toMatchObject({
      name: 'send-mail',
      waiting: 1,
      failed: 0,
      lastFailure: expect.stringContaining(String(code)),
    });
    state.smtp.refuseWith(undefined);
    state.now = inMinutes(1);
    expect(await sender.sendDue()).toBe(1);
    expect(await readMailFigures(database.db, state.now)).toMatchObject({
      waiting: 0,
      failed: 0,
      lastFailure: '',
    });
  });

  test.each([
    [550, 'no such user'],
    [551, 'not here'],
    [553, 'no such user'],
    [550, '5.1.1 no such user'],
    [554, '5.1.1 no such user'],
  ])('abandons a mail whose recipient is refused permanently: %i %s', async (code, text) => {
    const sender = await start();
    await putMail();
    state.smtp.refuseWith(code, { command: 'RCPT TO', text });
    await sender.sendDue();
    state.smtp.refuseWith(undefined);
    state.now = inMinutes(600);
    expect(await sender.sendDue()).toBe(0);
    expect(await readMailFigures(database.db, state.now)).toMatchObject({
      waiting: 0,
      failed: 1,
      lastFailure: expect.stringContaining(String(code)),
    });
  });

  test('abandons a mail after a day and stores the error', async () => {
    const sender = await start();
    await putMail();
    state.smtp.refuseWith(451);
    for (let hour = 0; hour < 30; hour += 1) {
      await sender.sendDue();
      state.now = inMinutes(60);
    }
    state.smtp.refuseWith(undefined);
    expect(await sender.sendDue()).toBe(0);
    const [row] = await outbox();
    expect(row).toMatchObject({ sentAt: null, failure: expect.stringContaining('451') });
    expect(row?.tries).toBeGreaterThan(20);
  });
});

describe('the connection', () => {
  test.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, requireTLS: true }],
    ['smtp://mail.example.com:25', { port: 25, requireTLS: true, ignoreTLS: false }],
    ['smtps://mail.example.com', { port: 465, secure: true, requireTLS: false, ignoreTLS: false }],
    ['smtp://localhost:25', { requireTLS: false, ignoreTLS: true }],
    ['smtp://[::1]:25', { host: '::1', requireTLS: false }],
    ['smtp://127.example.com', { requireTLS: true }],
    ['smtp://localhost.example.com', { requireTLS: true }],
  ])('%s', (url, expected) => {
    expect(transportOptions(url)).toMatchObject(expected);
  });
});

describe('a mail', () => {
  const mail = { id: 1, recipient: 'zhang@example.com', subject: 's', body: 'b', tries: 0 };

  test.each([
    '',
    'zhang',
    'a@b',
    'a b@c.cn',
    'a@b.cn,c@d.cn',
    'a@b.cn;c@d.cn',
    '<a@b.cn>',
    '"x"@b.cn',
    'a@b.cn\n',
    'x:a@b.cn;',
  ])('does not go to %j', (recipient) => {
    expect(() => messageOf({ ...mail, recipient }, 'quote@example.com')).toThrow('收件地址无效');
  });
});
