import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { listEndpoints } from '#contract/endpoints.ts';
import type { OrderWithExt } from '#contract/order-data.ts';
import type { OrderMessage } from '#contract/order-messages.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import type { Envelope } from '#tests/support/api.ts';
import { openNotificationStream, type EventReader } from '#tests/support/event-reader.ts';
import { liftQuota } from '#tests/support/lift-quota.ts';
import { textsOf } from '#tests/support/pdf-text.ts';
import { addDept, addPerson, type Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import { atScale } from '#tests/support/scale.ts';
import { createServedApp, type ServedApp } from '#tests/support/served-app.ts';
import { bar } from './bar.ts';

/** In every text that is for staff alone, and nowhere else. */
const CANARY = 'CANARY-7f3a';

let app: ServedApp;
let item: QuotationItem;
let customer: Person;
/** Sees the orders of the customer's company. */
let colleague: Person;
let seller: Person;
let chief: Person;
let stream: EventReader;
beforeAll(async () => {
  app = await createServedApp();
  await liftQuota(app.database.pool);
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
  await app.database.db.execute(sql`update material set staff_note = ${`${CANARY} 材料`}`);
  await app.database.db.execute(sql`update revision set value = value + 1 where name = 'catalogue'`);
  stream = await openNotificationStream(app.address, customer.token);
});
afterAll(async () => {
  stream.close();
  await app.close();
});

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

/** An offer whose way there has the canary in every text of the staff. */
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
  const offer = { lines: [], discount: { percent: 20 }, approvalReason: `${CANARY} 请批准` };
  await post(seller, `${path}/offer`, { ...offer, version: (await read(id)).version });
  const { approval } = await read(id);
  await post(chief, `${path}/offer/refuse`, { approvalId: approval?.id, reason: `${CANARY} 太低` });
  await post(seller, `${path}/offer`, { ...offer, version: (await read(id)).version });
  const again = await read(id);
  await post(chief, `${path}/offer/release`, { approvalId: again.approval?.id });
  const shared = await post(chief, `${path}/share`, { days: 7, canReply: true });
  return { id, orderNo: again.orderNo, shareToken: (shared.data as { token: string }).token };
}

bar(
  101,
  'texts for staff reach a customer in no answer, export, file, mail, notification or stream',
  async (tell) => {
    const wanted = atScale(300, 100_000);
    const seen = { orders: 0, answers: 0, found: 0, files: 0 };
    const leaks = new Set<string>();
    const look = (what: string, text: string) => {
      if (text.includes(CANARY)) leaks.add(what);
    };
    const reads = listEndpoints()
      .map(({ endpoint }) => endpoint)
      .filter(({ method, answer }) => method === 'GET' && answer !== 'stream' && answer !== 'file');
    while (seen.answers < wanted) {
      // oxlint-disable no-await-in-loop -- one order after the other, as staff and customers meet
      const { id, orderNo, shareToken } = await offeredOrder();
      seen.orders += 1;
      for (const who of [customer, colleague]) {
        for (const endpoint of reads) {
          const path = endpoint.path
            .replace(':revision', '2')
            .replace(':lineNo', '1')
            .replace(':token', shareToken)
            .replace(/:\w+/, String(id));
          const remoteAddress = `10.9.${id % 250}.${Math.floor(id / 250) % 250}`;
          const answer = await app.send('GET', path, { token: who.token, remoteAddress });
          look(`GET ${endpoint.path}`, JSON.stringify(answer));
          seen.answers += 1;
          if (answer.status === 200 && path.includes(`/order/${id}`)) seen.found += 1;
        }
        for (const [path, body] of [
          [`/search?text=${CANARY}`, undefined],
          ['/quote', { items: [item] }],
          [`/order/${id}/move`, { to: 'completed', version: 1 }],
          [`/order/${id}/note`, { text: '无权' }],
        ] as const) {
          const method = body ? 'POST' : 'GET';
          const answer = await app.send(method, path, { token: who.token, ...(body ? { body } : {}) });
          look(`${method} ${path.replace(String(id), ':id')}`, JSON.stringify(answer));
          if (path.startsWith('/search')) expect(answer.data).toEqual({ list: [] });
          seen.answers += 1;
        }
      }
      for (const [who, path] of [
        [customer, `/order/${id}/quotation.pdf`],
        [colleague, `/order/export?format=csv&orderNo=${orderNo}`],
        [colleague, `/order/export/items?format=csv&orderNo=${orderNo}`],
      ] as const) {
        const file = await fetch(`${app.address}/api/v1${path}`, {
          headers: { authorization: `Bearer ${who.token}` },
        });
        expect(file.status, path).toBe(200);
        const isPdf = path.endsWith('.pdf');
        const bytes = Buffer.from(await file.arrayBuffer());
        look(path.split('?')[0]!, isPdf ? JSON.stringify(textsOf(bytes)) : bytes.toString());
        seen.files += 1;
      }
      // oxlint-enable no-await-in-loop
    }
    const { rows } = await app.database.db.execute(sql`
      select 1 from notification where user_id in (${customer.userId}, ${colleague.userId}) and title || body like ${`%${CANARY}%`}
      union all
      select 1 from mail_outbox join sys_user on email = recipient
        where user_id in (${customer.userId}, ${colleague.userId}) and subject || body like ${`%${CANARY}%`}`);
    if (rows.length > 0) leaks.add('notification or mail');
    look('stream', JSON.stringify(stream.events));
    expect(stream.events.length).toBeGreaterThan(0);
    tell(
      `${seen.orders} offers with the canary in 9 kinds of text for staff; ${seen.answers} answers to the customer and a colleague (${reads.length} reads), ` +
        `${seen.found} of them about the order, ${seen.files} files, ${stream.events.length} events of a stream, and all notifications and mails: none has it`,
    );
    expect([...leaks]).toEqual([]);
    expect(seen.found).toBeGreaterThan(9 * seen.orders);
    // The staff read what they wrote.
    const { data } = await app.send('GET', '/order?pageSize=1', { token: chief.token });
    expect(JSON.stringify(data)).toContain(CANARY);
  },
);
