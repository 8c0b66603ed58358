import { randomUUID } from 'node:crypto';
import { asc, gt } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { API_BASE } from '#contract/kernel/endpoint.ts';
import { listEndpoints } from '#contract/endpoints.ts';
import { permissions } from '#contract/kernel/permissions.ts';
import { loginLogs, operationLogs } from '#server/db/schema.ts';
import { hashPassword } from '#server/modules/authentication/passwords.service.ts';
import type { SendOptions } from '#tests/support/app/api.ts';
import { form, formPart, formType, png } from '#tests/support/data/files.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/processes/served-app.ts';
import { validCalls, type ValidCall } from '#tests/support/app/valid-inputs.ts';
import { bar } from './bar.ts';

const remoteAddress = '10.4.5.6';
const secret = 'Xq7 sentinel-of-a-secret';
let app: ServedApp;
let passwordHash: string;
beforeAll(async () => {
  app = await createServedApp();
  passwordHash = await hashPassword(secret);
});
afterAll(() => app.close());

const writes = () =>
  listEndpoints().filter(
    ({ endpoint }) => endpoint.method !== 'GET' && !endpoint.readOnly && endpoint.permission !== 'public',
  );

/** The body of a valid call with every password replaced by one that no row may contain. */
function withSecrets(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withSecrets);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      /^(password|oldPassword|code)$/i.test(key) && typeof value === 'string'
        ? secret
        : key === 'newPassword'
          ? `${secret} 2`
          : withSecrets(value),
    ]),
  );
}

function payloadOf({ endpoint, body }: ValidCall): SendOptions {
  if (endpoint.upload === 'form')
    return { raw: form(formPart('file', '图纸.png', png(2, 2))), headers: { 'content-type': formType } };
  if (endpoint.upload === 'table') return { raw: '材料\n', headers: { 'content-type': 'text/csv' } };
  return { body: withSecrets(body) };
}

/** Calls on the own account or the own lists whose log row has a title only; passwords and codes must not appear. */
const saidByTitle =
  /^(authentication\.(logout|setPassword)|secondFactor\.\w+|notifications\.readAll|orderMessages\.read|listViews\.save)$/;

/** The current rows of both logs. */
async function allRows() {
  const { db } = app.database;
  return {
    operations: await db.select().from(operationLogs).orderBy(asc(operationLogs.id)),
    logins: await db.select().from(loginLogs).orderBy(asc(loginLogs.id)),
  };
}

interface LastRows {
  operation: number;
  login: number;
}
async function lastRows(): Promise<LastRows> {
  const { rows } = await app.database.pool.query<LastRows>(
    `select (select coalesce(max(id), 0)::int from sys_opera_log) as operation,
       (select coalesce(max(id), 0)::int from sys_login_log) as login`,
  );
  return rows[0]!;
}

/** A fingerprint of the rows up to these, which reveals any change or deletion. */
async function printOf({ operation, login }: LastRows): Promise<string | undefined> {
  const print = "count(*) || '/' || coalesce(sum(hashtext(ctid::text || xmin::text)), 0)";
  const { rows } = await app.database.pool.query<{ print: string }>(
    `select (select ${print} from sys_opera_log where id <= $1) || ' ' ||
       (select ${print} from sys_login_log where id <= $2) as print`,
    [operation, login],
  );
  return rows[0]?.print;
}

bar(
  81,
  'every write by an administrator leaves one row with the user, the action, the address and the result',
  async () => {
    const calls = await validCalls(app);
    const made = writes();
    const rounds = atScale(1, 5);
    const tokens: string[] = [];
    /** Titles of calls that are logged without changed values. */
    const silent = new Set<string>();
    let done = 0;
    let rows = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, endpoint } of made) {
        const call = calls.find((one) => one.name === name)!;
        // Another administrator each time: a call may end the session or change the password.
        const admin = await addPerson(app, { roleKey: 'admin', user: { passwordHash } });
        tokens.push(admin.token);
        const payload = payloadOf(call);
        const last = await lastRows();
        const before = await printOf(last);
        const answer = await app.send(endpoint.method, call.url, {
          token: admin.token,
          remoteAddress,
          ...payload,
          headers: { 'idempotency-key': randomUUID(), 'user-agent': 'probe/81', ...payload.headers },
        });
        const added = await app.database.db
          .select()
          .from(operationLogs)
          .where(gt(operationLogs.id, last.operation));
        expect(added, name).toHaveLength(1);
        const [row] = added;
        expect(row, name).toMatchObject({
          title: endpoint.summary,
          permission: endpoint.permission,
          requestMethod: endpoint.method,
          operUrl: API_BASE + call.url,
          operName: admin.username,
          userId: admin.userId,
          operIp: '127.4.5.6',
          userAgent: 'probe/81',
          code: answer.status,
          status: answer.status === 200 ? '1' : '2',
          requestId: answer.requestId,
        });
        expect(answer.status, name).toBeLessThan(500);
        expect(row?.msg, name).toBe(answer.msg);
        expect(row!.latencyMs, name).toBeGreaterThanOrEqual(0);
        if (answer.status === 200) done += 1;
        if (answer.status === 200 && row?.changes === null) silent.add(name);
        // Only a deletion changes earlier rows.
        if (!/^(login|operation)Logs\.remove$/.test(name)) expect(await printOf(last), name).toBe(before);
        rows += 1;
      }
    }
    expect([...silent].filter((name) => !saidByTitle.test(name))).toStrictEqual([]);
    expect(done).toBeGreaterThan(made.length / 3);
    const text = JSON.stringify(await allRows()) + app.server.output();
    for (const hidden of [secret, passwordHash, ...tokens]) expect(text).not.toContain(hidden);
    return `${made.length} endpoints, ${rows} writes (${done} carried out): one row each, no secret in any`;
  },
);

bar(81, 'rows are deleted with a separate permission only, and each deletion is logged', async () => {
  const onLogs = writes().filter(({ endpoint }) => /^\/sys-(opera|login)-log/.test(endpoint.path));
  expect(onLogs.map(({ name }) => name)).toStrictEqual(['loginLogs.remove', 'operationLogs.remove']);
  const codes = onLogs.map(({ endpoint }) => endpoint.permission);
  const users = listEndpoints().filter(({ endpoint }) => codes.includes(endpoint.permission));
  expect(users).toHaveLength(2);

  const others = Object.keys(permissions).filter((code) => !codes.some((own) => own === code));
  const neighbour = await addPerson(app, { permissions: others, isStaff: true, dataScope: '1' });
  const remove = async ({ token }: Person, path: string, idsOf: number[]) =>
    app.send('DELETE', path, { token, body: { ids: idsOf }, remoteAddress });
  await app.send('POST', '/login', { body: { username: 'nobody', password: 'wrong password' } });
  const rounds = atScale(1, 20);
  for (let round = 0; round < rounds; round += 1) {
    for (const { endpoint } of onLogs) {
      const { operations, logins } = await allRows();
      const isLogin = endpoint.path === '/sys-login-log';
      const last = (isLogin ? logins : operations).at(-1)!.id;
      expect((await remove(neighbour, endpoint.path, [last])).status).toBe(403);
      for (const method of ['PUT', 'POST'] as const)
        for (const path of [endpoint.path, `${endpoint.path}/${last}`])
          expect((await app.send(method, path, { as: 'admin', body: { ids: [last] } })).status).toBe(404);
      const holder = await addPerson(app, {
        permissions: [endpoint.permission],
        isStaff: true,
        dataScope: '1',
      });
      expect((await remove(holder, endpoint.path, [last])).status).toBe(200);
      const after = await allRows();
      expect((isLogin ? after.logins : after.operations).some(({ id }) => id === last)).toBe(false);
      expect(after.operations.at(-1)).toMatchObject({
        title: endpoint.summary,
        userId: holder.userId,
        code: 200,
        changes: { ids: [last] },
      });
      // The row of a deletion can only be removed by another deletion, which is logged too.
      const own = after.operations.at(-1)!.id;
      const admin = await addPerson(app, { roleKey: 'admin' });
      expect((await remove(admin, '/sys-opera-log', [own])).status).toBe(200);
      expect((await allRows()).operations.at(-1)).toMatchObject({
        userId: admin.userId,
        changes: { ids: [own] },
      });
      await app.send('POST', '/login', {
        body: { username: 'nobody', password: 'wrong password' },
        remoteAddress: `10.8.8.${round}`,
      });
    }
  }
  return `${rounds} deletions from each log: refused to a user with all ${others.length} other permissions, each a row itself; no other endpoint touches a row`;
});
