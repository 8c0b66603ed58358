import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailOutbox } from '#server/db/schema.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';
import { retryDelayMs } from './mail-sender.ts';
import { startMails } from './mail.test-data.ts';

const { state, begin, end, close, start, putMail, outbox, inMinutes } = await startMails();
beforeEach(begin);
afterEach(end);
afterAll(close);

/** The text of a mail, which nodemailer sends as quoted-printable. */
function textOf(source: string): string {
  const at = source.search(/\r?\n\r?\n/);
  expect(source.slice(0, at)).toMatch(/^content-transfer-encoding: quoted-printable\r?$/im);
  const bytes = source
    .slice(at)
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

describe('the sender', () => {
  test('sends plain text from the shop’s address to one recipient, authenticated', async () => {
    const sender = await start();
    await putMail();
    expect(await sender.sendDue()).toBe(1);
    const [mail] = state.smtp.received;
    expect(mail).toMatchObject({ from: 'quote@example.com', to: ['zhang@example.com'] });
    expect(mail?.source).toMatch(/^content-type: text\/plain; charset=utf-8\r?$/im);
    expect(textOf(mail?.source ?? '')).toContain('查看订单：https://quote.test/order/details/1');
    expect(state.smtp.logins).toEqual(['quote@example.com:p@ss word']);
    expect(await outbox()).toEqual([{ sentAt: state.now, tries: 1, failure: '' }]);
    expect(await sender.sendDue()).toBe(0);
    expect(state.smtp.received).toHaveLength(1);
  });

  test('retries after a temporary failure and stores the error', async () => {
    const sender = await start();
    await putMail();
    state.smtp.refuseWith(451);
    expect(await sender.sendDue()).toBe(0);
    expect(await outbox()).toMatchObject([
      { sentAt: null, tries: 1, failure: expect.stringContaining('not this one') },
    ]);
    state.smtp.refuseWith(undefined);
    expect(await sender.sendDue()).toBe(0);
    state.now = inMinutes(1);
    expect(await sender.sendDue()).toBe(1);
    expect(await outbox()).toEqual([{ sentAt: state.now, tries: 2, failure: '' }]);
  });

  test('does not retry a permanent refusal or a missing address', async () => {
    const sender = await start();
    await putMail();
    state.smtp.refuseWith(550);
    await sender.sendDue();
    state.smtp.refuseWith(undefined);
    await putMail({ recipient: 'a@b.cn, c@d.cn' });
    await putMail({ recipient: 'x@y.cn\r\nBcc: z@y.cn' });
    state.now = inMinutes(600);
    expect(await sender.sendDue()).toBe(0);
    expect(state.smtp.received).toEqual([]);
    const [refused, list, broken] = await outbox();
    expect(refused?.failure).toContain('550');
    for (const row of [list, broken]) expect(row?.failure).toBe('收件地址无效');
  });

  test('sends each mail from only one of two processes', async () => {
    const [one, two] = [await start(), await start()];
    for (let i = 0; i < 20; i += 1) await putMail({ recipient: `user${i}@example.com` });
    const sent = await Promise.all([one.sendDue(), two.sendDue()]);
    expect(sent[0] + sent[1]).toBe(20);
    expect(new Set(state.smtp.received.flatMap(({ to }) => to)).size).toBe(20);
    expect(state.smtp.received).toHaveLength(20);
  });

  test('waits a minute, then twice as long each time, at most an hour', () => {
    expect([1, 2, 3, 6, 7, 20].map((tries) => retryDelayMs(tries) / 60_000)).toEqual([1, 2, 4, 32, 60, 60]);
  });
});

test('a test message goes to the caller’s own address and returns the mail server’s answer', async () => {
  const smtpUrl = `smtp://quote%40example.com:p%40ss%20word@127.0.0.1:${state.smtp.port}`;
  const app = await createTestApp({ mail: { smtpUrl, from: 'quote@example.com' } });
  try {
    const permissions = ['admin:sysConfigSet:list', 'admin:sysConfigSet:update'];
    const owner = await addPerson(app, { permissions, user: { email: 'owner@example.com' } });
    const ask = (token: string) => app.send('POST', '/set-config/mail-test', { token });
    expect(await ask(owner.token)).toMatchObject({
      status: 200,
      data: { recipient: 'owner@example.com', answer: expect.stringMatching(/^250 /) },
    });
    expect(state.smtp.received).toMatchObject([{ to: ['owner@example.com'] }]);
    state.smtp.refuseWith(550, { command: 'MAIL FROM', text: 'not you' });
    expect(await ask(owner.token)).toMatchObject({
      error: 'mail.refused',
      msg: expect.stringContaining('550 not you'),
    });
    await ask(owner.token);
    expect(await ask(owner.token)).toMatchObject({ error: 'request.throttled' });
    const { token } = await addPerson(app, { permissions });
    expect(await ask(token)).toMatchObject({ error: 'mail.no_address' });
    const failing = { recipient: 'a@b.cn', subject: 's', body: 'b', createdAt: state.now, tries: 1 };
    app.setNow(state.now);
    await app.database.db.insert(mailOutbox).values([
      { ...failing, failure: '535 wrong password', nextTryAt: inMinutes(0) },
      { ...failing, failure: '550 no such user', nextTryAt: sql`'infinity'` },
    ]);
    expect((await app.send('GET', '/set-config/mail', { as: 'admin' })).data).toEqual({
      isOn: true,
      from: 'quote@example.com',
      waiting: 1,
      failed: 1,
      lastFailure: '535 wrong password',
    });
  } finally {
    await app.close();
  }
});

describe('the connection', () => {
  test('to a remote server is always encrypted: without TLS nothing is sent, not even the password', async () => {
    // The same server with an address that is not considered local.
    const sender = await start(`smtp://quote%40example.com:p%40ss%20word@0.0.0.0:${state.smtp.port}`);
    await putMail();
    expect(await sender.sendDue()).toBe(0);
    expect((await outbox())[0]?.failure).toMatch(/STARTTLS|TLS/i);
    expect([state.smtp.received, state.smtp.logins]).toEqual([[], []]);
  });
});

describe('a mail', () => {
  test('refuses line breaks in its header', async () => {
    const sender = await start();
    await putMail({ subject: '订单\r\nBcc: evil@example.com\r\n\r\nbody' });
    await sender.sendDue();
    const head = state.smtp.received[0]?.source.split(/\r?\n\r?\n/)[0] ?? '';
    expect(head).not.toMatch(/^bcc:/im);
    expect(state.smtp.received[0]?.to).toEqual(['zhang@example.com']);
  });
});
