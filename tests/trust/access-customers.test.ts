import { afterAll, beforeAll, expect } from 'vitest';
import { listEndpoints } from '#contract/endpoints.ts';
import type { Model } from '#contract/files/models.ts';
import type { Order } from '#contract/orders/order-data.ts';
import type { Part } from '#contract/orders/parts.ts';
import { addCustomerWithRecords, type CustomerRecords } from '#tests/support/data/customer-records.ts';
import { stateOf } from '#tests/support/app/database-state.ts';
import { archivePlaced, createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { boxStl, uploadedModel } from '#tests/support/models/models.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { listOf, place, readCatalogue, type SeenCatalogue } from '#tests/support/data/quotations.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { setMeasured } from '#tests/support/app/valid-inputs.ts';
import { bar } from './bar.ts';

type Victim = CustomerRecords & { modelId: number; partId: number };

let app: GateApp;
let catalogue: SeenCatalogue;
let victims: Victim[];
let customer: CustomerRecords;
/** Has every order permission, and the data scope of own records only. */
let clerk: Person;
beforeAll(async () => {
  app = await createGateApp();
  catalogue = await readCatalogue(app);
  customer = await addCustomerWithRecords(app, catalogue);
  victims = [];
  for (let n = 0; n < atScale(1, 10); n += 1) {
    const { deptId } = await addDept(app);
    const records = await addCustomerWithRecords(app, catalogue, deptId);
    const [part] = listOf<Part>(await app.send('GET', '/part', { token: records.person.token }));
    victims.push({ ...records, partId: part!.id, modelId: await addMeasuredModel(records.person) });
  }
  clerk = await addPerson(app, { permissions: orderCodes, isStaff: true, dataScope: '5' });
  await archivePlaced(app);
});
afterAll(() => app.close());

async function addMeasuredModel({ token }: Person): Promise<number> {
  const { id } = await uploadedModel(app, '底板.stl', boxStl([60, 40, 8]), { token });
  await setMeasured(app, id);
  const model = (await app.send('GET', `/model/${id}`, { token })).data as Model;
  expect(model.bodies[0]?.hasThumbnail).toBe(true);
  return id;
}

const MISSING_ID = 987_654;
const withMissingIds = (of: Victim): Victim => ({
  ...of,
  quotedId: MISSING_ID,
  placedId: MISSING_ID,
  fileId: MISSING_ID,
  looseFileId: MISSING_ID,
  modelId: MISSING_ID,
  partId: MISSING_ID,
  notificationId: MISSING_ID,
  share: { ...of.share, id: MISSING_ID },
});

const endpoints = new Map(listEndpoints().map(({ name, endpoint }) => [name, endpoint]));
const orderCodes = [...endpoints.values()]
  .map(({ permission }) => permission as string)
  .filter((code) => code.startsWith('mfr:order:') || code === 'mfr:quote:add');

interface Probe {
  path: string;
  body?: unknown;
  query?: string;
}
/** A request for each endpoint that takes the id of a customer's record; `self` is the caller. */
const probes: Record<string, (theirs: Victim, self: CustomerRecords) => Probe> = {
  'orders.one': ({ quotedId }) => ({ path: `/order/${quotedId}` }),
  'orders.withExt': ({ quotedId }) => ({ path: `/order/${quotedId}/withExt` }),
  'orders.reprice': ({ quotedId }) => ({ path: `/order/${quotedId}/reprice` }),
  'orders.move': ({ quotedId }) => ({
    path: `/order/${quotedId}/move`,
    body: { to: 'cancelled', reason: '不要了', version: 2 },
  }),
  'orders.undo': ({ quotedId }) => ({ path: `/order/${quotedId}/undo`, body: { version: 2 } }),
  'orders.edit': ({ placedId }) => ({
    path: `/order/${placedId}/shop`,
    body: { staffNote: 'x', promisedDate: '2030-01-02', reason: 'x', version: 1 },
  }),
  'orders.shipment': ({ placedId }) => ({
    path: `/order/${placedId}/shipment`,
    body: { carrier: '顺丰', trackingNo: 'SF1', version: 1 },
  }),
  'orders.contact': ({ placedId }) => ({
    path: `/order/${placedId}/contact`,
    body: { contactName: '李工', contactPhone: '13800138000', address: '', version: 1 },
  }),
  'orders.addFiles': ({ placedId, looseFileId }) => ({
    path: `/order/${placedId}/file`,
    body: { lineNo: 1, fileIds: [looseFileId], revision: 1 },
  }),
  'orderMessages.list': ({ placedId }) => ({ path: `/order/${placedId}/message` }),
  'orderMessages.post': ({ placedId }) => ({
    path: `/order/${placedId}/message`,
    body: { kind: 'note', text: 'x' },
  }),
  'orderMessages.read': ({ placedId }) => ({
    path: `/order/${placedId}/message/read`,
    body: { lastId: 1 },
  }),
  'orderMessages.listAll': ({ placedId }) => ({ path: `/order/${placedId}/staff-message` }),
  'orderMessages.postAsShop': ({ placedId }) => ({
    path: `/order/${placedId}/staff-message`,
    body: { kind: 'note', text: 'x', audience: 'staff' },
  }),
  'revisions.revise': ({ quotedId }, { order: { status: _status, ...order } }) => ({
    path: `/order/${quotedId}`,
    body: { ...order, version: 2 },
  }),
  'revisions.one': ({ quotedId }) => ({ path: `/order/${quotedId}/revision/1` }),
  'documents.one': ({ quotedId }) => ({ path: `/order/${quotedId}/document`, query: '?revision=1' }),
  'documents.pdf': ({ quotedId }) => ({ path: `/order/${quotedId}/quotation.pdf` }),
  'shares.list': ({ quotedId }) => ({ path: `/order/${quotedId}/share` }),
  'shares.create': ({ quotedId }) => ({ path: `/order/${quotedId}/share`, body: { days: 3 } }),
  'shares.revoke': ({ quotedId, share }) => ({ path: `/order/${quotedId}/share`, body: { ids: [share.id] } }),
  'files.download': ({ fileId }) => ({ path: `/file/${fileId}` }),
  'files.thumbnail': ({ fileId }) => ({ path: `/file/${fileId}/thumbnail` }),
  // The ids are in the body, not in the address.
  'files.remove': ({ looseFileId }) => ({ path: '/file', body: { ids: [looseFileId] } }),
  'models.one': ({ modelId }) => ({ path: `/model/${modelId}` }),
  'models.download': ({ modelId }) => ({ path: `/model/${modelId}/file` }),
  'earlierParts.ofOrder': ({ quotedId }) => ({ path: `/order/${quotedId}/earlier` }),
  'models.thumbnail': ({ modelId }) => ({ path: `/model/${modelId}/thumbnail/0` }),
  // The ids are in the body, not in the address.
  'models.remove': ({ modelId }) => ({ path: '/model', body: { ids: [modelId] } }),
  'parts.one': ({ partId }) => ({ path: `/part/${partId}` }),
  'parts.history': ({ partId }) => ({ path: `/part/${partId}/history` }),
  'parts.update': ({ partId }) => ({
    path: `/part/${partId}`,
    body: { code: 'QM-1', revision: 'B', name: '支架', version: 1 },
  }),
  // The ids are in the body, not in the address.
  'parts.repeat': ({ partId }) => ({ path: '/part/repeat', body: { ids: [partId] } }),
  'notifications.read': ({ notificationId }) => ({
    path: '/notification/read',
    body: { ids: [notificationId] },
  }),
  'orders.place': ({ looseFileId }, { order }) => ({
    path: '/order',
    body: { ...order, items: [{ ...order.items[0], fileIds: [looseFileId] }] },
  }),
};
const forStaff = ['orders.edit', 'orders.shipment', 'orderMessages.listAll', 'orderMessages.postAsShop'];
/** Open to customers; the parameter in the path does not name a customer's record. */
const unowned = ['settings.byKey', 'listViews.save'];

bar(1, "another customer's record answers like one that does not exist, and nothing is written", async () => {
  const own = [...endpoints].filter(
    ([, { path, permission }]) =>
      path.includes('/:') && (permission === 'session' || orderCodes.includes(permission)),
  );
  expect(own.map(([name]) => name).filter((name) => !(name in probes) && !unowned.includes(name))).toEqual(
    [],
  );

  const before = await stateOf(app.database);
  const faults: string[] = [];
  let count = 0;
  for (const [who, token] of [
    ['customer', customer.person.token],
    ['clerk', clerk.token],
  ] as const) {
    for (const theirs of victims) {
      for (const [name, probeOf] of Object.entries(probes)) {
        const { method } = endpoints.get(name)!;
        const send = async (records: Victim) => {
          const { path, query = '', body } = probeOf(records, customer);
          const headers = {
            'x-request-id': 'same-for-both',
            'idempotency-key': `a-probe-of-bar-1-${count}-${records.quotedId}`,
          };
          const answer = await app.send(method, path + query, { token, body, headers });
          return { ...answer, headers: answer.headers['content-type'] };
        };
        const [foreign, missing] = [await send(theirs), await send(withMissingIds(theirs))];
        count += 1;
        expect(foreign, `${name} as ${who}`).toStrictEqual(missing);
        const isDenied = who === 'customer' && forStaff.includes(name);
        const expected = isDenied ? 403 : ({ 'notifications.read': 200, 'orders.place': 422 }[name] ?? 404);
        if (foreign.status !== expected) faults.push(`${name} as ${who}: ${foreign.status} ${foreign.msg}`);
      }
    }
  }
  expect(faults).toStrictEqual([]);
  expect(await stateOf(app.database)).toStrictEqual(before);
  return `${Object.keys(probes).length} endpoints that take a record's id, ${victims.length} other customers, called as a customer and as a clerk limited to own orders: ${count} answers, each the same as for an id that does not exist (404; 422 for another customer's file in an order; another customer's notification is ignored); there is no cart and no address book, and the profile takes no id`;
});

bar(2, "a list filtered by another owner returns only the caller's rows", async () => {
  const [theirs] = victims;
  const { username, userId } = theirs!.person;
  const own = new Set([customer.quotedId, customer.placedId]);
  const token = customer.person.token;
  const filters = [
    '',
    `username=${username}`,
    `deptId=${theirs!.deptId}`,
    `orderNo=${theirs!.orderNo}`,
    'status=quoted',
    'pageSize=1000',
    'pageIndex=2&pageSize=1',
  ];
  const foreign = [
    ...['userId', 'customerId', 'ownerId', 'createBy'].map((key) => `${key}=${userId}`),
    'filter=1',
    'scope=1',
    'own=false',
    'where=1%3D1',
    'all=true',
    'dataScope=1',
    'userId[]=1',
    'deptIds=1',
  ];
  let lists = 0;
  for (const query of filters) {
    const { list, count } = (await app.send('GET', `/order?${query}`, { token })).data as {
      list: Order[];
      count: number;
    };
    lists += 1;
    expect(list.filter(({ id }) => !own.has(id))).toEqual([]);
    if (query.includes(username) || query.startsWith('deptId') || query.startsWith('orderNo')) {
      expect([list.length, count], query).toEqual([0, 0]);
    } else {
      expect(count, query).toBeLessThanOrEqual(own.size);
    }
  }
  const library = await app.send('GET', `/part?userId=${userId}`, { token });
  expect(library.data).toMatchObject({ list: [], count: 0 });
  const counted = (await app.send('GET', '/order/counts', { token })).data as Record<string, number>;
  expect(Object.values(counted).reduce((sum, n) => sum + n, 0)).toBe(own.size);
  const paths = [
    '/order',
    '/order/counts',
    '/notification',
    '/notification/unread',
    '/user/profile',
    '/user/seal',
  ];
  for (const path of paths) {
    for (const query of foreign) {
      const answer = await app.send('GET', `${path}?${query}`, { token });
      expect([answer.status, answer.data], `${path}?${query}`).toEqual([400, null]);
    }
  }
  const notifications = listOf<{ orderId: number }>(
    await app.send('GET', '/notification?pageSize=1000', { token }),
  );
  expect(notifications.filter(({ orderId }) => !own.has(orderId))).toEqual([]);
  expect(notifications.length).toBeGreaterThan(0);
  return `${lists} filters on orders: only own rows; ${paths.length} addresses × ${foreign.length} parameters that name an owner: 400`;
});

bar(
  3,
  "another customer's document, export or file cannot be downloaded by id, number or public id",
  async () => {
    const { rows: kept } = await app.database.pool.query<{ id: number; key: string; owner_id: number }>(
      'select id, key, owner_id from file',
    );
    const faults: string[] = [];
    let count = 0;
    const { token } = customer.person;
    for (const theirs of victims) {
      const files = kept.filter((file) => file.owner_id === theirs.person.userId);
      const names = [theirs.quotedId, theirs.placedId, theirs.orderNo, theirs.code, theirs.share.token];
      const paths = [
        ...names.flatMap((name) => [
          `/order/${name}/quotation.pdf`,
          `/order/${name}/quotation.pdf?revision=1`,
          `/order/${name}/document`,
        ]),
        ...files.flatMap(({ id, key }) =>
          [id, key, encodeURIComponent(key)].flatMap((name) => [`/file/${name}`, `/file/${name}/thumbnail`]),
        ),
        // A public URL accepts only its own kind of secret, and no order number.
        ...[theirs.quotedId, theirs.orderNo, theirs.share.token].map((name) => `/public/quotation/${name}`),
        ...[theirs.quotedId, theirs.orderNo, theirs.code, theirs.share.id].flatMap((name) => [
          `/public/share/${name}`,
          `/public/share/${name}/quotation.pdf`,
        ]),
      ];
      for (const path of paths) {
        const answer = await app.send('GET', path, { token, remoteAddress: `10.3.${count >> 5}.9` });
        count += 1;
        const isAbsent = [400, 404].includes(answer.status) && answer.data === null;
        if (!isAbsent) faults.push(`${path}: ${answer.status}`);
      }
      expect(files.length).toBeGreaterThanOrEqual(3);
    }
    expect(faults).toEqual([]);
    // Customers cannot export; permitted users get the rows of their scope.
    expect(await app.send('GET', '/order/export?format=csv', { token })).toMatchObject({ status: 403 });
    const mine = Number((await place(app, { token: clerk.token }, customer.order)).data);
    const { orderNo } = (await app.send('GET', `/order/${mine}`, { token: clerk.token })).data as Order;
    const exported = await app.exchange({
      method: 'GET',
      url: '/api/v1/order/export?format=csv',
      headers: { authorization: `Bearer ${clerk.token}` },
    });
    expect(exported.body).toContain(orderNo);
    expect(exported.body.trim().split('\n')).toHaveLength(2);
    return `${count} addresses of documents and files of ${victims.length} customers by id, number, code and key: 404, or 400 where it cannot be an id; an export has only own rows`;
  },
);
