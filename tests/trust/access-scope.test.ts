import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import type { BusinessFigures, DeliveryFigures } from '#contract/system/dashboards.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { Role, TreeOption } from '#contract/people/roles.ts';
import type { User } from '#contract/people/users.ts';
import { permissions } from '#contract/kernel/permissions.ts';
import { addCustomerWithRecords, type CustomerRecords } from '#tests/support/data/customer-records.ts';
import { announceOrders, createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { listOf, readCatalogue } from '#tests/support/data/quotations.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { bar } from './bar.ts';

/** The departments of the test; `below` is a child of `top`. */
type DeptKey = 'top' | 'below' | 'aside';
const deptKeys: readonly DeptKey[] = ['top', 'below', 'aside'];

let app: GateApp;
let depts: Record<DeptKey, { deptId: number; deptPath: string }>;
/** A customer with records in each department. */
let customers: Record<DeptKey, CustomerRecords>;
beforeAll(async () => {
  app = await createGateApp();
  const top = await addDept(app);
  depts = { top, below: await addDept(app, top), aside: await addDept(app) };
  const catalogue = await readCatalogue(app);
  const add = (key: DeptKey) => addCustomerWithRecords(app, catalogue, depts[key].deptId);
  // Option lists name the companies with agreed prices.
  for (const { deptId } of Object.values(depts)) {
    const prices = [{ materialTag: catalogue.materials[0]!.materialTag, price: 80, version: 0 }];
    const saved = await app.send('PUT', '/machining-price', { as: 'admin', body: { deptId, prices } });
    if (saved.status !== 200) throw new Error(saved.msg);
  }
  customers = { top: await add('top'), below: await add('below'), aside: await add('aside') };
  // Users created later are not notified of these orders.
  await announceOrders(app);
});
afterAll(() => app.close());

interface Case {
  dataScope: string;
  /** The employee's department; null: none. */
  at: DeptKey | null;
  chosen?: DeptKey[];
  sees: DeptKey[];
}
const all: Case[] = [
  { dataScope: '1', at: null, sees: ['top', 'below', 'aside'] },
  { dataScope: '3', at: 'top', sees: ['top'] },
  { dataScope: '3', at: null, sees: [] },
  { dataScope: '2', at: 'top', chosen: ['below', 'aside'], sees: ['below', 'aside'] },
  { dataScope: '2', at: 'top', chosen: [], sees: [] },
  { dataScope: '4', at: 'below', sees: ['below'] },
  { dataScope: '4', at: 'top', sees: ['top', 'below'] },
  { dataScope: '4', at: null, sees: [] },
  { dataScope: '5', at: 'top', sees: [] },
  { dataScope: '', at: 'top', sees: [] },
  { dataScope: '5', at: null, sees: [] },
  { dataScope: '9', at: 'top', sees: [] },
];
const cases = all.filter((_, n) => n % atScale(3, 1) === 0);

const nameOf = ({ dataScope, at, chosen }: Case) =>
  `${dataScope || 'none'} at ${at}${chosen ? ` of ${chosen.join()}` : ''}`;
const employ = ({ dataScope, at, chosen = [] }: Case): Promise<Person> =>
  addPerson(app, {
    permissions: Object.keys(permissions),
    isStaff: true,
    dataScope,
    deptId: at && depts[at].deptId,
    scopeDeptIds: chosen.map((key) => depts[key].deptId),
  });
const read = async <T>(path: string, { token }: Person, take: (data: never) => T): Promise<T> => {
  const answer = await app.send('GET', path, { token });
  expect([path, answer.status]).toEqual([path, 200]);
  return take(answer.data);
};
const download = async (path: string, { token }: Person): Promise<string> => {
  const { status, body } = await app.exchange({
    method: 'GET',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect([path, status]).toEqual([path, 200]);
  return body;
};
const keysWhere = (isThere: (key: DeptKey) => boolean): DeptKey[] => deptKeys.filter(isThere);

bar(16, 'orders, their statistics and their export are limited to the data scope', async () => {
  const { rows } = await app.database.pool.query<{ id: number; userId: number; isPlaced: boolean }>(
    'select id, user_id as "userId", placed_at is not null as "isPlaced" from orders',
  );
  const ordersOf = (key: DeptKey) => rows.filter(({ userId }) => userId === customers[key].person.userId);
  for (const one of cases) {
    const who = await employ(one);
    const hint = nameOf(one);
    const listed = await read('/order?pageSize=1000', who, (data: { list: Order[]; count: number }) => data);
    const ids = new Set(listed.list.map(({ id }) => id));
    const own = one.sees.flatMap(ordersOf);
    const expected = own.map(({ id }) => id);
    // Scope 1 has no other orders: all belong to these three customers.
    expect([ids.size, listed.count], hint).toEqual([expected.length, expected.length]);
    expect(
      expected.every((id) => ids.has(id)),
      hint,
    ).toBe(true);

    const counts = await read('/order/counts', who, (data: Record<string, number>) => data);
    expect(
      Object.values(counts).reduce((sum, n) => sum + n, 0),
      hint,
    ).toBe(expected.length);
    const csv = await download('/order/export?format=csv', who);
    expect(
      keysWhere((key) => csv.includes(customers[key].orderNo)),
      hint,
    ).toEqual(one.sees);
    for (const key of deptKeys) {
      const seen = one.sees.includes(key);
      const query = `/order?deptId=${depts[key].deptId}`;
      expect(await read(query, who, (data: { count: number }) => data.count), hint).toBe(
        seen ? ordersOf(key).length : 0,
      );
      const { quotedId, placedId, fileId, person } = customers[key];
      const paths = ['', '/withExt', '/reprice', '/revision/1', '/document', '/quotation.pdf', '/share'];
      for (const path of [
        ...paths.map((end) => `/order/${quotedId}${end}`),
        `/file/${fileId}`,
        `/file/${fileId}/thumbnail`,
      ]) {
        expect([hint, path, (await app.send('GET', path, who)).status]).toEqual([
          hint,
          path,
          seen ? 200 : 404,
        ]);
      }
      // A stale version: found and refused, or not found.
      const moved = await app.send('POST', `/order/${placedId}/move`, {
        ...who,
        body: { to: 'confirmed', version: 99 },
      });
      expect([hint, moved.status]).toEqual([hint, seen ? 409 : 404]);
      const byName = `/order?username=${person.username}`;
      expect(await read(byName, who, (data: { count: number }) => data.count), hint).toBe(
        seen ? ordersOf(key).length : 0,
      );
    }

    const business = await read(`/dashboard/business?${periodOfNow()}`, who, (data: BusinessFigures) => data);
    expect([business.quotations.value, business.orders.value, business.customers.value], hint).toEqual([
      expected.length,
      own.filter(({ isPlaced }) => isPlaced).length,
      one.sees.length,
    ]);
    const delivery = await read(`/dashboard/delivery?${periodOfNow()}`, who, (data: DeliveryFigures) => data);
    expect(
      delivery.byStatus.reduce((sum, { count }) => sum + count, 0),
      hint,
    ).toBe(expected.length);
    expect(
      delivery.urgent.filter(({ id }) => !expected.includes(id)),
      hint,
    ).toEqual([]);
  }
  return `${cases.length} scopes: list, filters, counts, export, detail, revision, document, PDF, links, files, moves and both dashboards`;
});

/** From 300 days ago to tomorrow, in Shanghai. */
function periodOfNow(): string {
  const day = (time: number) => new Date(time + 8 * 3_600_000).toISOString().slice(0, 10);
  return `beginDate=${day(Date.now() - 300 * 86_400_000)}&endDate=${day(Date.now() + 86_400_000)}`;
}

bar(16, 'users, sessions, departments, agreed prices and options are within the data scope', async () => {
  const idsIn = (nodes: readonly (TreeOption | { deptId: number; children: never[] })[]): number[] =>
    nodes.flatMap((node) => ['id' in node ? node.id : node.deptId, ...idsIn(node.children)]);
  for (const one of cases) {
    const who = await employ(one);
    const hint = nameOf(one);
    const seesAll = one.dataScope === '1';
    const usersAt = (ids: readonly number[]) =>
      keysWhere((key) => ids.includes(customers[key].person.userId));
    const users = await read('/sys-user?pageSize=1000', who, (data: { list: User[]; count: number }) => data);
    expect(usersAt(users.list.map(({ userId }) => userId)), hint).toEqual(one.sees);
    expect(users.count, hint).toBe(users.list.length);
    const within = one.sees.map((key) => depts[key].deptId);
    const strangers = users.list.filter(
      ({ userId, deptId }) => userId !== who.userId && !within.includes(deptId ?? 0),
    );
    if (!seesAll) expect(strangers, hint).toEqual([]);
    const csv = await download('/sys-user/export?format=csv', who);
    expect(
      keysWhere((key) => csv.includes(customers[key].person.username)),
      hint,
    ).toEqual(one.sees);
    const sessions = await read(
      '/online-session?pageSize=1000',
      who,
      (data: { list: { userId: number }[] }) => data.list,
    );
    expect(usersAt(sessions.map(({ userId }) => userId)), hint).toEqual(one.sees);
    // The number of users of a role counts the visible ones.
    const roles = await read('/role?roleKey=customer', who, (data: { list: Role[] }) => data.list);
    expect([hint, roles[0]?.userCount]).toEqual([hint, seesAll ? 4 : one.sees.length]);

    // Employees see their own department, and its ancestors connect the tree.
    const own = one.at === null ? [] : [one.at];
    const shown = keysWhere((key) =>
      [...one.sees, ...own].some((seen) => depts[seen].deptPath.startsWith(depts[key].deptPath)),
    );
    const optionsOf = async (
      path: string,
      take: (data: never) => readonly (TreeOption | { deptId: number; children: never[] })[],
    ) => idsIn(await read(path, who, take));
    for (const ids of [
      await optionsOf('/deptTree', (data: TreeOption[]) => data),
      await optionsOf('/dept', (data: { deptId: number; children: never[] }[]) => data),
      await optionsOf('/roleDeptTreeselect/0', (data: { depts: TreeOption[] }) => data.depts),
    ]) {
      expect(
        keysWhere((key) => ids.includes(depts[key].deptId)),
        hint,
      ).toEqual(shown);
      if (!seesAll) expect(ids.length, hint).toBe(shown.length);
    }
    const companies = await read('/machining-price/companies', who, (data: { deptId: number }[]) => data);
    const known = keysWhere((key) => one.sees.includes(key) || own.includes(key));
    const listed = companies.map(({ deptId }) => deptId);
    expect(
      keysWhere((key) => listed.includes(depts[key].deptId)),
      hint,
    ).toEqual(known);
    for (const key of deptKeys) {
      const { deptId } = depts[key];
      const { userId } = customers[key].person;
      const statuses: [string, boolean][] = [
        [`/sys-user/${userId}`, one.sees.includes(key)],
        [`/dept/${deptId}`, one.sees.includes(key)],
        [`/machining-price/agreed?deptId=${deptId}`, known.includes(key)],
        [`/material_process/company_default_config?deptId=${deptId}`, known.includes(key)],
      ];
      for (const [path, isSeen] of statuses) {
        expect([hint, path, (await app.send('GET', path, who)).status]).toEqual([
          hint,
          path,
          isSeen ? 200 : 404,
        ]);
      }
    }
  }
  return `${cases.length} scopes: users, their export and number, open sessions, departments as tree, options and record, companies, agreed prices, default configurations (ancestors of a department are listed too, so that the tree is connected)`;
});

bar(
  16,
  'notifications about orders reach only users who may see the order; a user without a role sees no list',
  async () => {
    const near = await employ({ dataScope: '4', at: 'top', sees: [] });
    const far = await employ({ dataScope: '3', at: 'aside', sees: [] });
    const blind = await employ({ dataScope: '2', at: 'top', chosen: [], sees: [] });
    const { order, person } = customers.below;
    const placed = await app.send('POST', '/order', {
      token: person.token,
      body: order,
      headers: { 'idempotency-key': randomUUID() },
    });
    const id = Number(placed.data);
    const notificationsOf = async ({ token }: Person) =>
      listOf<{ orderId: number }>(await app.send('GET', '/notification?pageSize=1000', { token })).map(
        ({ orderId }) => orderId,
      );
    await announceOrders(app);
    expect(await notificationsOf(near)).toContain(id);
    expect([await notificationsOf(far), await notificationsOf(blind)]).toEqual([[], []]);

    const withoutRole = await addPerson(app, { deptId: depts.top.deptId });
    const paths = [
      '/order',
      '/order/counts',
      '/order/export',
      `/order/${customers.top.quotedId}`,
      '/sys-user',
      '/dept',
      '/machining-price/companies',
      '/online-session',
    ];
    for (const path of paths) {
      const answer = await app.send('GET', path, { token: withoutRole.token });
      expect([path, answer.status, answer.data]).toEqual([path, 403, null]);
    }
    expect(
      (await app.send('GET', `/file/${customers.top.fileId}`, { token: withoutRole.token })).status,
    ).toBe(404);
    return `notifications only about orders within the scope; without a role ${paths.length} lists answer 403 without rows`;
  },
);
