import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { listEndpoints } from '#contract/endpoints.ts';
import type { OrderCost } from '#contract/catalogue/costs.ts';
import type { ChargeRuleRecord } from '#contract/catalogue/charge-rules.ts';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { OrderMessage } from '#contract/orders/order-messages.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { enterActual, produce, readActuals } from '#tests/support/data/actuals.ts';
import type { Envelope } from '#tests/support/app/api.ts';
import { listCosts } from '#tests/support/data/costs.ts';
import { openNotificationStream, type PingReader } from '#tests/support/app/event-reader.ts';
import { announceOrders, createGateApp, type GateApp } from '#tests/support/app/gate-app.ts';
import { textsOf } from '#tests/support/data/pdf-text.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, listOf, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { atScale } from '#tests/support/load/scale.ts';
import { bar } from './bar.ts';

/** In every internal text, and nowhere else. */
const CANARY = 'CANARY-7f3a';
/** Yuan, every cost: no price is near it, and its digits occur in no other figure. */
const COST_CANARY = 987_654.31;
/** The actual figures of every part. */
const ACTUAL_CANARY = { hours: 97_531.24, kg: 864_209.753 };
const FEE_CANARY = 753_951.46;
/** Yuan, every price of a draft that waits for tomorrow. */
const DRAFT_CANARY = 864_297.53;

let app: GateApp;
let item: QuotationItem;
let customer: Person;
/** Sees the orders of the customer's company. */
let colleague: Person;
let seller: Person;
let chief: Person;
let stream: PingReader;
beforeAll(async () => {
  app = await createGateApp();
  item = { ...buildItem(await readCatalogue(app)), name: '支架' };
  const { deptId } = await addDept(app);
  customer = await addPerson(app, { roleKey: 'customer', deptId, user: { remark: `${CANARY} 用户备注` } });
  const reading = ['mfr:order:list', 'mfr:order:query', 'mfr:order:export'];
  colleague = await addPerson(app, { permissions: reading, dataScope: '3', deptId });
  const staff = { isStaff: true, dataScope: '1' };
  const permissions = [
    ...reading,
    'mfr:order:move',
    'mfr:order:handle',
    'mfr:order:edit',
    'mfr:order:message',
  ];
  seller = await addPerson(app, {
    ...staff,
    permissions: [...permissions, 'mfr:quote:price'],
    discountLimit: 5,
  });
  chief = await addPerson(app, {
    ...staff,
    permissions: [...permissions, 'mfr:quote:price', 'mfr:quote:approve'],
  });
  await must(
    app.send('POST', '/gate-rule', {
      as: 'admin',
      body: {
        kind: 'pieces',
        pieces: 500_000,
        priceDisplay: 'reference',
        sort: 1,
        status: 2,
        remark: CANARY,
      },
    }),
  );
  await must(
    app.send('POST', '/charge-rule', {
      as: 'admin',
      body: { kind: 'packing', basis: 'order', amount: 10, scope: 'all', sort: 1, status: 2, remark: CANARY },
    }),
  );
  await must(
    app.send('POST', '/lead-class', {
      as: 'admin',
      body: { name: '加急', factor: 0.5, percent: 30, slots: 9, sort: 1, status: 2, remark: CANARY },
    }),
  );
  await enterCanaryCosts();
  await scheduleCanaryDraft();
  await must(
    app.send('PUT', '/set-config', {
      as: 'admin',
      body: [{ configKey: 'quote.minMargin', configValue: '43.21' }],
    }),
  );
  await app.database.db.execute(sql`update material set staff_note = ${`${CANARY} 材料`}`);
  await app.database.db.execute(sql`update revision set value = value + 1 where name = 'catalogue'`);
  stream = await openNotificationStream(app.address, customer.token);
});
afterAll(async () => {
  stream.close();
  await app.close();
});

/** One cost for every tag, option and kg. */
async function enterCanaryCosts(): Promise<void> {
  for (const kind of ['machining', 'option', 'material'] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one write after the other
    const changes = (await listCosts(app, kind)).map(({ materialTag, materialId, optionId }) => ({
      kind,
      materialTag,
      materialId,
      optionId,
      before: null,
      after: COST_CANARY,
    }));
    for (let from = 0; from < changes.length; from += 1000) {
      const body = { changes: changes.slice(from, from + 1000) };
      // oxlint-disable-next-line no-await-in-loop -- one write after the other
      await must(app.send('PUT', '/cost', { as: 'admin', body }));
    }
  }
}

/** A draft of prices of every kind, with a publication time. */
async function scheduleCanaryDraft(): Promise<void> {
  const send = (path: string, body: object) => must(app.send('POST', path, { as: 'admin', body }));
  const [table, machining, rules] = await Promise.all(
    ['/price-table', '/machining-price', '/charge-rule'].map((path) =>
      must(app.send('GET', path, { as: 'admin' })),
    ),
  );
  const cells = (table!.data as PriceTable).cells.map(([materialId, optionId, price, time]) => {
    const before = { price, time };
    return { kind: 'cell', materialId, optionId, before, after: { price: DRAFT_CANARY, time } };
  });
  const tags = (machining!.data as { materialTag: string; price: number }[]).map(
    ({ materialTag, price }) => ({
      kind: 'machining',
      deptId: 0,
      materialTag,
      before: price,
      after: DRAFT_CANARY,
    }),
  );
  const charges = listOf<ChargeRuleRecord>(rules!)
    .filter(({ amount }) => amount !== null)
    .map(({ id: ruleId, amount, percent, minimum, status }) => {
      const before = { amount, percent, minimum, status };
      return { kind: 'charge', ruleId, before, after: { ...before, amount: DRAFT_CANARY } };
    });
  const changes = [...cells, ...tags, ...charges];
  expect(Math.min(cells.length, tags.length, charges.length)).toBeGreaterThan(0);
  const draft = await send('/price-draft', { name: `${CANARY} 涨价`, reason: CANARY, changes });
  const publishAt = new Date(Date.now() + 86_400_000).toISOString();
  await send(`/price-draft/${Number(draft.data)}/schedule`, { publishAt, version: 1, confirmJumps: true });
}

/** Every figure of cost and margin of an order, as shown to users who see costs, in yuan and in fen. */
async function secretsOf(id: number): Promise<string[]> {
  const [kept, today] = await Promise.all(
    ['kept', 'today'].map(async (basis): Promise<OrderCost> => {
      const read = app.send('GET', `/order/${id}/cost?basis=${basis}`, { as: 'admin' });
      return (await must(read)).data;
    }),
  );
  const figures = [kept!, today!].flatMap(({ lines, cost, margin }) => [
    cost,
    margin?.amount,
    margin?.percent,
    ...lines.flatMap((line) => [
      line.cost,
      line.margin?.amount,
      line.margin?.percent,
      ...line.factors.map(({ amount }) => amount),
    ]),
  ]);
  const actual = (await readActuals(app, id)).flatMap(({ hours, kg, fees }) => [
    hours,
    kg,
    ...fees.map(({ amount }) => amount),
  ]);
  const known = [COST_CANARY, DRAFT_CANARY, ...figures, ...actual].filter(
    (figure): figure is number => typeof figure === 'number' && figure !== 0,
  );
  const texts = known.flatMap((figure) => {
    const plain = String(Math.abs(figure));
    const fen = String(Math.round(Math.abs(figure) * 100));
    return [plain, fen, Math.abs(figure).toLocaleString('en-US', { minimumFractionDigits: 2 })];
  });
  // A figure of a few digits occurs in any answer by chance.
  return [...new Set(texts)].filter((text) => text.replaceAll(/\D/g, '').length >= 6);
}

/** Enters the actual figures of the order's part while the order is briefly in production. */
async function enterCanaryActual(id: number, { items }: OrderWithExt): Promise<void> {
  const { db } = app.database;
  await produce(app, id);
  const fees = [{ optionId: items[0]?.processes[0]?.optionId, amount: FEE_CANARY }];
  await must(enterActual(app, id, { ...ACTUAL_CANARY, fees, note: `${CANARY} 报废` }));
  await db.execute(sql`update orders set status = 'quoted', placed_at = null where id = ${id}`);
}

async function must(sent: Promise<Envelope>): Promise<Envelope> {
  const answer = await sent;
  if (answer.status !== 200)
    throw new Error(`${answer.status} ${answer.msg} ${JSON.stringify(answer.errors)}`);
  return answer;
}
const post = (who: Person, path: string, body: object) =>
  must(app.send('POST', path, { token: who.token, body }));
const read = async (id: number): Promise<OrderWithExt> =>
  (await must(app.send('GET', `/order/${id}/withExt`, { token: chief.token }))).data;

/** An offer with the canary in every staff text on its way. */
async function offeredOrder(): Promise<{ id: number; orderNo: string; shareToken: string }> {
  const body = await buildOrder(app, customer, [item], { status: 'requested' });
  const id = Number((await must(place(app, customer, body))).data);
  const path = `/order/${id}`;
  const say = (message: object) => post(seller, `${path}/staff-message`, { audience: 'staff', ...message });
  const asked = (await say({ kind: 'question', text: `${CANARY} 问` })).data as OrderMessage;
  await say({ kind: 'answer', answersId: asked.id, text: `${CANARY} 答` });
  await say({ kind: 'note', lineNo: 1, text: `${CANARY} 零件` });
  await say({ kind: 'note', audience: 'customer', text: '给客户的话' });
  const first = await read(id);
  const shop = { staffNote: `${CANARY} 内部备注`, promisedDate: first.promisedDate, version: first.version };
  await post(seller, `${path}/shop`, shop);
  // Above the seller's limit and below the floor.
  const offer = { lines: [], discount: { percent: 20 }, approvalReason: `${CANARY} 请批准` };
  await post(seller, `${path}/offer`, { ...offer, version: (await read(id)).version });
  const { approval } = await read(id);
  await post(chief, `${path}/offer/refuse`, { approvalId: approval?.id, reason: `${CANARY} 太低` });
  await post(seller, `${path}/offer`, { ...offer, version: (await read(id)).version });
  const again = await read(id);
  await post(chief, `${path}/offer/release`, { approvalId: again.approval?.id });
  await enterCanaryActual(id, again);
  const shared = await post(chief, `${path}/share`, { days: 7, canReply: true });
  return { id, orderNo: again.orderNo, shareToken: (shared.data as { token: string }).token };
}

bar(
  101,
  'texts for staff, costs and margins reach a customer in no answer, export, file, mail, notification or stream',
  async (tell) => {
    const wanted = atScale(300, 100_000);
    const seen = { orders: 0, answers: 0, found: 0, files: 0 };
    const leaks = new Set<string>();
    let secrets: string[] = [];
    const look = (what: string, text: string, who = 'customer') => {
      if (who === 'customer' && text.includes(CANARY)) leaks.add(what);
      if (secrets.some((secret) => text.includes(secret))) leaks.add(`cost: ${who} ${what}`);
    };
    // A random id could have the digits of a secret.
    const headers = { 'x-request-id': 'of-bar-101' };
    const reads = listEndpoints()
      .map(({ endpoint }) => endpoint)
      .filter(({ method, answer }) => method === 'GET' && answer !== 'stream' && answer !== 'file');
    while (seen.answers < wanted) {
      // oxlint-disable no-await-in-loop -- one order after the other, as staff and customers meet
      const { id, orderNo, shareToken } = await offeredOrder();
      seen.orders += 1;
      secrets = await secretsOf(id);
      expect(secrets.length).toBeGreaterThan(10);
      for (const who of [customer, colleague, seller]) {
        for (const endpoint of reads) {
          const path = endpoint.path
            .replace(':revision', '2')
            .replace(':lineNo', '1')
            .replace(':token', shareToken)
            .replace(/:\w+/, String(id));
          const remoteAddress = `10.9.${id % 250}.${Math.floor(id / 250) % 250}`;
          const answer = await app.send('GET', path, { token: who.token, remoteAddress, headers });
          look(`GET ${endpoint.path}`, JSON.stringify(answer), who === seller ? 'staff' : 'customer');
          seen.answers += 1;
          if (who === seller) continue;
          if (answer.status === 200 && path.includes(`/order/${id}`)) seen.found += 1;
        }
        for (const [path, body] of [
          [`/search?text=${CANARY}`, undefined],
          ['/quote', { items: [item] }],
          ['/quote/solve', { item, goal: 'saving' }],
          [`/order/${id}/move`, { to: 'completed', version: 1 }],
          [`/order/${id}/staff-message`, { kind: 'note', audience: 'customer', text: '无权' }],
        ] as const) {
          const method = body ? 'POST' : 'GET';
          // Staff may find and write notes.
          if (who === seller) continue;
          const answer = await app.send(method, path, {
            token: who.token,
            headers,
            ...(body ? { body } : {}),
          });
          look(`${method} ${path.replace(String(id), ':id')}`, JSON.stringify(answer));
          if (path.startsWith('/search') && answer.status !== 429)
            expect([answer.status, answer.data]).toEqual([200, { list: [] }]);
          seen.answers += 1;
        }
      }
      for (const [who, path] of [
        [customer, `/order/${id}/quotation.pdf`],
        [colleague, `/order/export?format=csv&orderNo=${orderNo}`],
        [colleague, `/order/export/items?format=csv&orderNo=${orderNo}`],
        [seller, `/order/export?format=csv&orderNo=${orderNo}`],
        [seller, `/order/export/items?format=csv&orderNo=${orderNo}`],
        [seller, `/order/${id}/quotation.pdf`],
      ] as const) {
        const file = await fetch(`${app.address}/api/v1${path}`, {
          headers: { authorization: `Bearer ${who.token}` },
        });
        expect(file.status, path).toBe(200);
        const isPdf = path.endsWith('.pdf');
        const bytes = Buffer.from(await file.arrayBuffer());
        const text = isPdf ? JSON.stringify(textsOf(bytes)) : bytes.toString();
        look(path.split('?')[0]!, text, who === seller ? 'staff' : 'customer');
        seen.files += 1;
      }
      // oxlint-enable no-await-in-loop
    }
    await announceOrders(app);
    const told = await app.database.db.execute<{ text: string }>(sql`
      select title || body as text from notification union all select subject || body from mail_outbox`);
    for (const { text } of told.rows) look('notification or mail', text, 'anyone');
    const { rows } = await app.database.db.execute(sql`
      select 1 from notification where user_id in (${customer.userId}, ${colleague.userId}) and title || body like ${`%${CANARY}%`}
      union all
      select 1 from mail_outbox
        where user_id in (${customer.userId}, ${colleague.userId}) and subject || body like ${`%${CANARY}%`}`);
    if (rows.length > 0) leaks.add('notification or mail');
    await stream.next(0);
    look('stream', stream.text());
    tell(
      `${seen.orders} offers with the canary in 10 kinds of text for staff; ${seen.answers} answers to the customer and a colleague (${reads.length} reads), ` +
        `${seen.found} of them about the order, ${seen.files} files, ${stream.pings()} pings of a stream, and all notifications and mails: none has it, nor a figure of cost, margin or of a draft of all prices, which the seller without permission did not get either`,
    );
    expect([...leaks]).toEqual([]);
    expect(seen.found).toBeGreaterThan(9 * seen.orders);
    // The staff can read their own texts.
    const { data } = await app.send('GET', '/order?pageSize=1', { token: chief.token });
    expect(JSON.stringify(data)).toContain(CANARY);
  },
);
