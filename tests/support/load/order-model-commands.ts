import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Order } from '#contract/orders/order-data.ts';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { writeCatalogue } from '#server/modules/catalogue/catalogue-writes.service.ts';
import { moveStatus, refusalOf, type ActorName, type OrderModel, type ModelOrder } from './order-model.ts';
import type { Envelope, Method } from '../app/api.ts';
import { listOf } from '../data/quotations.ts';
import type { ServedApp } from '../processes/served-app.ts';

/** The server and its two users. */
export interface RealSystem {
  app: ServedApp;
  item: QuotationItem;
  people: Record<ActorName, { userId: number; username: string; token: string }>;
  password: string;
  /** The id of the role that lets the customer order. */
  roleId: number;
  stranger: { token: string };
}

type Command = fc.AsyncCommand<OrderModel, RealSystem>;
type Run = (model: OrderModel, real: RealSystem) => Promise<void>;

const command = (
  name: string,
  run: Run,
  check: (model: Readonly<OrderModel>) => boolean = () => true,
): Command => ({ check, run, toString: () => name });

const call = ({ app, people }: RealSystem, actor: ActorName, method: Method, path: string, body?: unknown) =>
  app.send(method, path, {
    token: people[actor].token,
    ...(body === undefined ? {} : { body }),
    headers: { 'idempotency-key': randomUUID() },
  });

function expectStatus(answer: Envelope, status: number): void {
  expect(answer.status, `${answer.msg} ${JSON.stringify(answer.errors ?? null)}`).toBe(status);
}

function expectAnswer(answer: Envelope, wanted: Record<string, unknown>): void {
  expect(answer).toMatchObject(wanted);
}

const actors = fc.constantFrom<ActorName>('customer', 'shop');
const pick = (model: OrderModel, n: number): ModelOrder => model.orders[n % model.orders.length]!;
const hasOrders = ({ orders }: Readonly<OrderModel>) => orders.length > 0;

let address = 0;

const signIn = actors.map((actor) =>
  command(
    `${actor} signs in`,
    async (model, { app, people, password }) => {
      address += 1;
      const answer = await app.send('POST', '/login', {
        body: { username: people[actor].username, password },
        // Sign-ins are counted per IP address.
        remoteAddress: `10.77.${(address >> 8) & 255}.${Math.max(1, address & 255)}`,
      });
      const maySignIn = actor === 'shop' || model.isEnabled;
      expectStatus(answer, maySignIn ? 200 : 400);
      if (!maySignIn) return;
      people[actor].token = String(answer['token']);
      model.signedIn[actor] = true;
    },
    (model) => !model.signedIn[actor],
  ),
);

const signOut = actors.map((actor) =>
  command(`${actor} signs out`, async (model, real) => {
    expectStatus(await call(real, actor, 'POST', '/logout'), model.signedIn[actor] ? 200 : 401);
    model.signedIn[actor] = false;
    expectStatus(await call(real, actor, 'GET', '/getinfo'), 401);
  }),
);

const quote = fc.constant(
  command('customer quotes', async (model, real) => {
    const answer = await call(real, 'customer', 'POST', '/quote', { items: [real.item] });
    expectStatus(answer, refusalOf(model, 'customer') ?? 200);
    if (answer.status !== 200) return;
    model.price = (answer.data as { price: string }).price;
    model.isPriceStale = false;
  }),
);

const changePrices = fc.constant(
  command('prices change', async (model, { app }) => {
    await writeCatalogue(app.database, async (tx) => {
      await tx.execute(sql`update machining_price set price_fen = price_fen % 100000 + 101`);
    });
    model.isPriceStale = true;
  }),
);

const place = fc
  .constantFrom<'requested' | 'quoted' | 'placed'>('requested', 'quoted', 'placed')
  .map((status) =>
    command(
      `customer saves as ${status}`,
      async (model, real) => {
        const [key, body] = [randomUUID(), { items: [real.item], price: model.price!, status }];
        const { token } = real.people.customer;
        const send = () =>
          real.app.send('POST', '/order', { token, body, headers: { 'idempotency-key': key } });
        const answer = await send();
        expectStatus(answer, refusalOf(model, 'customer') ?? (model.isPriceStale ? 409 : 200));
        if (answer.status === 409) {
          expectAnswer(answer, { error: 'order.price_changed' });
          model.price = (answer.data as { price: string }).price;
          model.isPriceStale = false;
        }
        if (answer.status !== 200) return;
        const id = Number(answer.data);
        const state = { status, version: 1, revision: 1, rows: 1, isManual: false, keepsQuotation: false };
        model.orders.push({ id, price: model.price!, computed: model.price!, ...state });
        model.lastKey = { key, body, id };
      },
      ({ price }) => price !== undefined,
    ),
  );

const replay = fc.boolean().map((isOther) =>
  command(
    `customer sends the last order again${isOther ? ' with another body' : ''}`,
    async (model, { app, people }) => {
      const { key, body, id } = model.lastKey!;
      const answer = await app.send('POST', '/order', {
        token: people.customer.token,
        body: isOther ? { ...body, remark: '另一单' } : body,
        headers: { 'idempotency-key': key },
      });
      expectStatus(answer, refusalOf(model, 'customer') ?? (isOther ? 422 : 200));
      if (answer.status === 200) expectAnswer(answer, { data: id });
    },
    ({ lastKey }) => lastKey !== undefined,
  ),
);

const revise = fc.tuple(fc.nat({ max: 9 }), fc.boolean()).map(([n, isStale]) =>
  command(
    `customer revises ${n}${isStale ? ' as it was' : ''}`,
    async (model, real) => {
      const order = pick(model, n);
      const version = order.version + (isStale ? 1 : 0);
      const answer = await call(real, 'customer', 'PUT', `/order/${order.id}`, {
        items: [real.item],
        price: model.price,
        version,
      });
      const isOpen = order.status === 'quoted' || order.status === 'requested';
      const isAllowed = isOpen && !isStale && !model.isPriceStale;
      expectStatus(answer, refusalOf(model, 'customer') ?? (isAllowed ? 200 : 409));
      if (answer.status !== 200) return;
      const status = order.isManual ? 'requested' : order.status;
      Object.assign(order, { price: model.price, computed: model.price, status, isManual: false });
      Object.assign(order, { version: version + 1, revision: order.revision + 1, rows: order.rows + 1 });
      order.keepsQuotation = false;
    },
    (model) => hasOrders(model) && model.price !== undefined,
  ),
);

const move = fc
  .record({
    actor: actors,
    n: fc.nat({ max: 9 }),
    to: fc.constantFrom(...ORDER_STATUSES),
    isStale: fc.nat({ max: 5 }).map((die) => die === 0),
    hasReason: fc.boolean(),
  })
  .map(({ actor, n, ...wish }) =>
    command(
      `${actor} moves ${n} to ${wish.to}${wish.isStale ? ' as it was' : ''}${wish.hasReason ? ' with reason' : ''}`,
      async (model, real) => {
        const order = pick(model, n);
        const answer = await call(real, actor, 'POST', `/order/${order.id}/move`, {
          to: wish.to,
          version: order.version + (wish.isStale ? 1 : 0),
          ...(wish.hasReason ? { reason: '原因' } : {}),
        });
        expectStatus(answer, moveStatus(model, actor, order, wish));
        if (answer.status !== 200) return;
        if (wish.to === 'requested') order.keepsQuotation = actor === 'customer';
        Object.assign(order, { status: wish.to, version: order.version + 1, rows: order.rows + 1 });
      },
      hasOrders,
    ),
  );

const offer = fc
  .record({
    actor: actors,
    n: fc.nat({ max: 9 }),
    isStale: fc.nat({ max: 5 }).map((die) => die === 0),
    fen: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  })
  .map(({ actor, n, isStale, fen }) =>
    command(
      `${actor} offers ${n} ${fen === null ? 'as computed' : `for ${fen} fen`}${isStale ? ' as it was' : ''}`,
      async (model, real) => {
        const order = pick(model, n);
        const line =
          fen === null
            ? { lineNo: 1, kind: 'formula' }
            : { lineNo: 1, kind: 'price', amount: fen / 100, days: 3, reason: '工时' };
        const answer = await call(real, actor, 'POST', `/order/${order.id}/offer`, {
          lines: [line],
          version: order.version + (isStale ? 1 : 0),
        });
        const refusal = actor === 'customer' ? 403 : order.status === 'requested' && !isStale ? 200 : 409;
        expectStatus(answer, model.signedIn[actor] ? refusal : 401);
        if (answer.status !== 200) return;
        const price = fen === null ? order.computed : (fen / 100).toFixed(2);
        Object.assign(order, { price, status: 'quoted', isManual: fen !== null });
        Object.assign(order, {
          version: order.version + 1,
          revision: order.revision + 1,
          rows: order.rows + 1,
        });
      },
      hasOrders,
    ),
  );

const shopMessage = fc.tuple(actors, fc.nat({ max: 9 })).map(([actor, n]) =>
  command(
    `${actor} writes to the customer of ${n}`,
    async (model, real) => {
      const order = pick(model, n);
      const message = { kind: 'note', audience: 'customer', text: '图纸已收到' };
      const answer = await call(real, actor, 'POST', `/order/${order.id}/staff-message`, message);
      const refusal = actor === 'customer' ? 403 : 200;
      expectStatus(answer, model.signedIn[actor] ? refusal : 401);
    },
    hasOrders,
  ),
);

const enable = fc.boolean().map((isEnabled) =>
  command(`the administrator ${isEnabled ? 'enables' : 'disables'} the customer`, async (model, real) => {
    const { userId } = real.people.customer;
    const seen = await real.app.send('GET', `/sys-user/${userId}`, { as: 'admin' });
    const answer = await real.app.send('PUT', '/user/status', {
      as: 'admin',
      body: { userId, status: isEnabled ? '2' : '1', version: (seen.data as { version: number }).version },
    });
    expectStatus(answer, 200);
    model.isEnabled = isEnabled;
    if (!isEnabled) model.signedIn.customer = false;
  }),
);

const changeRole = fc.boolean().map((mayOrder) =>
  command(`the administrator ${mayOrder ? 'gives' : 'takes'} the role`, async (model, real) => {
    const path = `/sys-user/${real.people.customer.userId}`;
    const { data } = await real.app.send('GET', path, { as: 'admin' });
    const body = { ...Object(data), roleIds: mayOrder ? [real.roleId] : [] };
    expectStatus(await real.app.send('PUT', path, { as: 'admin', body }), 200);
    model.mayOrder = mayOrder;
  }),
);

/** The model and the server must agree, including versions. */
const compare = actors.map((actor) =>
  command(`${actor} reads`, async (model, real) => {
    const query = `/order?pageSize=1000&idOrder=asc&username=${real.people.customer.username}`;
    const answer = await call(real, actor, 'GET', query);
    expectStatus(answer, refusalOf(model, actor) ?? 200);
    if (answer.status === 200) expectSame(model, listOf<Order>(answer));
  }),
);

const stranger = fc.nat({ max: 9 }).map((n) =>
  command(
    `a stranger looks at ${n}`,
    async (model, { app, stranger }) => {
      const answer = await app.send('GET', `/order/${pick(model, n).id}/withExt`, { token: stranger.token });
      expectStatus(answer, 404);
    },
    hasOrders,
  ),
);

/** Checks that the model's orders equal the server's. */
export function expectSame({ orders }: OrderModel, listed: readonly Order[]): void {
  const shown = listed.map(({ id, status, version, revision, price }) => ({
    id,
    status,
    version,
    revision,
    price,
  }));
  expect(shown).toStrictEqual(
    orders.map(({ id, status, version, revision, price }) => ({ id, status, version, revision, price })),
  );
}

export const commands = [
  signIn,
  signOut,
  quote,
  quote,
  place,
  place,
  replay,
  revise,
  move,
  move,
  move,
  offer,
  offer,
  shopMessage,
  changePrices,
  enable,
  changeRole,
  compare,
  stranger,
];
