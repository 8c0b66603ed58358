import { afterAll, beforeAll, expect } from 'vitest';
import type { Order } from '#contract/orders/order-data.ts';
import type { Profile } from '#contract/people/profile.ts';
import { addCustomerWithRecords, type CustomerRecords } from '#tests/support/data/customer-records.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { BOUNDARY, formPart, formType, png } from '#tests/support/data/files.ts';
import { inParallel } from '#tests/support/app/in-parallel.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { sendBytes } from '#tests/support/app/raw-http.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { bar } from './bar.ts';

let app: GateApp;
let customer: CustomerRecords;
let other: CustomerRecords;
beforeAll(async () => {
  app = await createGateApp();
  const catalogue = await readCatalogue(app);
  customer = await addCustomerWithRecords(app, catalogue);
  other = await addCustomerWithRecords(app, catalogue);
});
afterAll(() => app.close());

bar(4, 'scanning ids finds only the records of the caller', async () => {
  const scanned = atScale(60, 1000);
  const ownIds = async (query: string) => {
    const { rows } = await app.database.pool.query<{ id: number }>(query, [customer.person.userId]);
    return new Set(rows.map(({ id }) => id));
  };
  const orders = await ownIds('select id from orders where user_id = $1');
  const details: [string, Set<number>][] = [
    ['/order/:id', orders],
    ['/order/:id/withExt', orders],
    ['/order/:id/reprice', orders],
    ['/order/:id/document', orders],
    ['/order/:id/quotation.pdf', orders],
    ['/order/:id/revision/1', orders],
    ['/order/:id/message', orders],
    ['/order/:id/share', orders],
    ['/file/:id', await ownIds('select id from file where owner_id = $1')],
    [
      '/file/:id/thumbnail',
      await ownIds('select id from file where owner_id = $1 and thumbnail_key is not null'),
    ],
  ];
  const ids = Array.from({ length: scanned }, (_, n) => n + 1);
  let refused = 0;
  for (const [path, own] of details) {
    const seen = await inParallel(ids, 4, async (id) => {
      const { status } = await app.send('GET', path.replace(':id', String(id)), {
        token: customer.person.token,
      });
      if (status === 404) refused += 1;
      return status === 404 ? undefined : `${id}: ${status}`;
    });
    expect(seen.filter(Boolean), path).toEqual([...own].toSorted((a, b) => a - b).map((id) => `${id}: 200`));
  }
  return `ids 1 to ${scanned} on ${details.length} addresses: ${refused} × 404, own records 200 (ids are sequential; the data scope protects them)`;
});

/** Characters of `base64url` or base 32 as bits. */
const bitsOf = (text: string, alphabet: string, width: number) =>
  Array.from(text, (char) => alphabet.indexOf(char).toString(2).padStart(width, '0'))
    .join('')
    .split('')
    .map(Number);

/** Signs that values are not uniformly random. */
function faultsOfRandom(ids: readonly string[], alphabet: string, width: number): string[] {
  const faults: string[] = [];
  if (new Set(ids).size !== ids.length) faults.push('duplicates');
  const prefixes = new Set(ids.map((id) => id.slice(0, Math.ceil(48 / width))));
  if (prefixes.size !== ids.length) faults.push('two begin alike');
  const bits = ids.map((id) => bitsOf(id, alphabet, width));
  // In base 64, the last character of 256 bits has two bits that are always 0.
  const places = Math.min(256, bits[0]?.length ?? 0);
  for (let at = 0; at < places; at += 1) {
    const ones = bits.reduce((sum, row) => sum + (row[at] ?? 0), 0);
    if (Math.abs(ones / ids.length - 0.5) > 3 / Math.sqrt(ids.length)) faults.push(`bit ${at}: ${ones}`);
  }
  return faults;
}
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

bar(4, 'links and verification codes cannot be guessed', async () => {
  const tokens: string[] = [];
  const { token } = customer.person;
  const wanted = atScale(60, 10_000);
  // An order has at most twenty active links.
  while (tokens.length < wanted) {
    const made = await inParallel(Array.from({ length: 15 }), 4, async () => {
      const answer = await app.send('POST', `/order/${customer.placedId}/share`, {
        token,
        body: { days: 1 },
      });
      expect(answer).toMatchObject({ status: 200 });
      const link: { id: number; token: string } = answer.data;
      return link;
    });
    tokens.push(...made.map((link) => link.token));
    const ids = made.map(({ id }) => id);
    await app.send('DELETE', `/order/${customer.placedId}/share`, { token, body: { ids } });
  }
  expect(tokens.filter((one) => !/^[\w-]{43}$/.test(one))).toEqual([]);
  expect(faultsOfRandom(tokens, base64url, 6)).toEqual([]);

  const codes = [customer.code, other.code];
  const order = { ...customer.order, status: 'quoted' };
  await inParallel(Array.from({ length: atScale(10, 500) }), 4, async () => {
    const { data } = await place(app, { token }, order);
    const issued = await app.send('GET', `/order/${String(data)}/document`, { token });
    codes.push((issued.data as { code: string }).code);
  });
  expect(codes.filter((code) => !/^[0-9A-HJKMNP-TV-Z]{20}$/.test(code))).toEqual([]);
  expect(faultsOfRandom(codes, base32, 5)).toEqual([]);

  // Guessing is throttled per IP address and minute, so this uses one address and a stopped clock.
  app.setNow(new Date());
  const guess = (path: string, remoteAddress: string) => app.send('GET', path, { remoteAddress });
  const heldUp: number[] = [];
  for (const [kind, from] of [
    ['/public/share/', '10.4.4.1'],
    ['/public/quotation/', '10.4.4.2'],
  ] as const) {
    let tries = 0;
    for (; tries < 200; tries += 1) {
      const name = kind.includes('share')
        ? 'A'.repeat(40) + String(100 + tries)
        : `0123456789ABCDEF${String(1000 + tries)}`;
      const { status } = await guess(kind + name, from);
      if (status === 429) break;
      expect(status, kind).toBe(404);
    }
    heldUp.push(tries);
  }
  app.setNow(undefined);
  expect(Math.max(...heldUp)).toBeLessThan(100);
  return `${tokens.length} links of 256 bits and ${codes.length} verification codes of 100 bits (less than 128, so guessing is throttled: 429 after ${heldUp[1]} a minute from an address; of links after ${heldUp[0]}): no duplicate, all prefixes distinct, every bit as often 0 as 1; ids of files and orders are numbers that the data scope guards`;
});

bar(
  5,
  "a customer's token gives only a customer's access, even when its id equals or was a staff id",
  async () => {
    const { rows } = await app.database.pool.query<{ n: number }>(
      "select count(*)::int as n from information_schema.columns where column_name = 'password_hash'",
    );
    expect(rows).toEqual([{ n: 1 }]);

    // The id of an employee who became a customer, with the same session.
    const person = await addPerson(app, { roleKey: 'sales' });
    const { token } = person;
    const staffPages = [
      '/sys-user',
      '/dashboard/business?beginDate=2026-01-01&endDate=2026-01-02',
      '/order/export',
    ];
    for (const path of staffPages) expect((await app.send('GET', path, { token })).status, path).toBe(200);
    const record = (await app.send('GET', `/sys-user/${person.userId}`, { as: 'admin' })).data as object;
    const customerRole = listOf<{ roleId: number }>(
      await app.send('GET', '/role?roleKey=customer', { as: 'admin' }),
    )[0]!;
    await app.send('PUT', `/sys-user/${person.userId}`, {
      as: 'admin',
      body: { ...record, roleIds: [customerRole.roleId] },
    });
    for (const path of staffPages) expect((await app.send('GET', path, { token })).status, path).toBe(403);
    const info = (await app.send('GET', '/getinfo', { token })).data as {
      permissions: string[];
      roles: string[];
    };
    expect(info.roles).toEqual(['customer']);
    expect(info.permissions.filter((code) => /^(admin|sysTools|mfr:dashboard):/.test(code))).toEqual([]);
    const menus = await app.send('GET', '/menurole', { token });
    expect(JSON.stringify(menus.data)).not.toContain('/admin');

    // The number of a user is also that of a department, both of which own a default configuration.
    const { rows: twins } = await app.database.pool.query<{ id: number }>(
      'select user_id as id from sys_dept join sys_user on user_id = sys_dept.dept_id where username = $1',
      ['demo'],
    );
    const item = customer.order.items[0];
    expect(
      await app.send('POST', '/material_process/default_config', { as: 'demo', body: item }),
    ).toMatchObject({ status: 200 });
    const company = await app.send('GET', `/material_process/company_default_config?deptId=${twins[0]?.id}`, {
      as: 'admin',
    });
    expect(company).toMatchObject({ status: 200, data: null });
    return 'staff and customers are rows of one table, so that no two have one id; an employee made a customer loses every staff page at once (403); what a user owns is not that of the department of the same number';
  },
);

const forbidden: Record<string, unknown> = {
  id: 1,
  userId: 1,
  username: 'admin',
  role: 'admin',
  roles: [{ roleId: 1 }],
  roleIds: [1],
  roleKeys: ['admin'],
  permissions: ['*:*:*'],
  admin: true,
  isAdmin: true,
  userType: 'staff',
  dataScope: '1',
  balance: 1e6,
  discount: 0.01,
  status: '1',
  deptId: 1,
  deptName: 'x',
  posts: [],
  postIds: [1],
  createBy: 1,
  createdBy: 1,
  createdAt: '2020-01-01T00:00:00Z',
  updateBy: 1,
  password: 'another good one 7',
  passwordHash: 'x',
  mustChangePassword: true,
  avatar: 'x',
  seal: 'x',
  remark: 'x',
  deletedAt: null,
};

bar(11, "saving a profile changes only the caller's profile", async () => {
  const { token } = customer.person;
  const { user } = (await app.send('GET', '/user/profile', { token })).data as Profile;
  const { nickName, phone, email, companyTitle, taxNumber, address, version } = user;
  const valid = { nickName, phone, email, companyTitle, taxNumber, address, version };
  const before = await stateOf(app.database);
  for (const [key, value] of Object.entries(forbidden)) {
    const answer = await app.send('PUT', '/user/profile', { token, body: { ...valid, [key]: value } });
    expect([key, answer.status, Object.keys(answer.errors ?? {})]).toEqual([key, 400, [key]]);
    const query = await app.send('PUT', `/user/profile?${key}=1`, { token, body: valid });
    expect([key, query.status]).toEqual([key, 400]);
  }
  const pictures = [
    ['PUT', '/user/seal'],
    ['POST', '/user/avatar'],
    ['PUT', '/user/pwd/set'],
  ] as const;
  for (const [method, path] of pictures) {
    const answer = await app.send(method, path, { token, body: { userId: other.person.userId } });
    expect([path, answer.status]).toEqual([path, 400]);
  }
  expect(await stateOf(app.database)).toStrictEqual(before);
  // The same call without the key succeeds, and changes no other user.
  const theirs = (await app.send('GET', '/user/profile', { token: other.person.token })).data;
  expect(
    await app.send('PUT', '/user/profile', { token, body: { ...valid, nickName: '新名' } }),
  ).toMatchObject({
    status: 200,
    data: { user: { ...user, nickName: '新名', version: version + 1 } },
  });
  expect((await app.send('GET', '/user/profile', { token: other.person.token })).data).toEqual(theirs);
  return `${Object.keys(forbidden).length} fields of others or of the shop, in the body and in the query: 400, nothing written`;
});

bar(12, 'no write changes the owner of a record', async () => {
  const { token, userId } = customer.person;
  const strangers = ['customerId', 'userId', 'ownerId', 'createBy', 'username', 'deptId', 'customer'];
  const read = async (id: number) => (await app.send('GET', `/order/${id}`, { token })).data as Order;
  const quoted = await read(customer.quotedId);
  const { status: _status, ...order } = customer.order;
  const moved = { to: 'placed', version: quoted.version };
  const revised = { ...order, version: quoted.version };
  const before = await stateOf(app.database);
  let count = 0;
  for (const key of strangers) {
    const extra = { [key]: key === 'username' ? other.person.username : other.person.userId };
    const refused = [
      await place(app, { token }, { ...customer.order, ...extra }),
      await app.send('POST', `/order/${customer.quotedId}/move`, { token, body: { ...moved, ...extra } }),
      await app.send('POST', `/order/${customer.quotedId}/share`, { token, body: { days: 1, ...extra } }),
      // A PUT ignores the record's read-only fields; those are tried below.
      ...(key in quoted || key === 'customer'
        ? []
        : [await app.send('PUT', `/order/${customer.quotedId}`, { token, body: { ...revised, ...extra } })]),
    ];
    for (const { status } of refused) expect([key, status]).toEqual([key, 400]);
    count += refused.length;
  }
  for (const path of [`/order/${customer.quotedId}`, '/user/profile', '/order']) {
    const body = JSON.stringify({ userId: other.person.userId });
    const head = [
      `PATCH /api/v1${path} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const answer = await sendBytes(app.port, [...head, '', body].join('\r\n'));
    expect([path, answer?.status]).toEqual([path, 404]);
  }
  expect(await stateOf(app.database)).toStrictEqual(before);

  const theirs = {
    userId: other.person.userId,
    username: other.person.username,
    deptId: 1,
    deptName: 'x',
    customer: 'x',
  };
  const saved = await app.send('PUT', `/order/${customer.quotedId}`, {
    token,
    body: { ...quoted, ...revised, ...theirs },
  });
  expect(saved).toMatchObject({
    status: 200,
    data: { userId, username: quoted.username, deptId: quoted.deptId },
  });
  const raw = Buffer.concat([
    formPart('ownerId', undefined, String(other.person.userId)),
    formPart('file', 'a.png', png(2, 2)),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
  const upload = await app.send('POST', '/public/uploadFile', {
    token,
    raw,
    headers: { 'content-type': formType },
  });
  expect(upload.status).toBe(200);
  const { rows } = await app.database.pool.query<{ owner_id: number }>(
    'select owner_id from file where id = $1',
    [(upload.data as { id: number }).id],
  );
  expect(rows).toEqual([{ owner_id: userId }]);
  return `${count} writes with ${strangers.length} names of another owner: 400, nothing written; PATCH does not exist; a PUT ignores the owner returned by GET, an uploaded file always belongs to its sender`;
});
