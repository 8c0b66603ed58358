import { afterAll, beforeAll, expect } from 'vitest';
import type { Order } from '#contract/orders/order-data.ts';
import type { PlaceOrder } from '#contract/orders/orders.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order-status.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { place } from '#tests/support/data/quotations.ts';
import { atScale, scale } from '#tests/support/load/scale.ts';
import type { ServedApp } from '#tests/support/processes/served-app.ts';
import { createServedShop } from '#tests/support/processes/served-shop.ts';
import { bar } from './bar.ts';

/**
 * Every pair of statuses, row from, column to, in this order: `b` both, `s` the shop only, a capital letter with a
 * reason, `r` both and the shop with a reason, `.` neither. Only an offer turns a request into a quotation.
 */
const order = 'requested quoted placed confirmed producing inspecting shipped completed cancelled'.split(' ');
const table = [
  '........r',
  'B.b.....b',
  '...s....b',
  '....s...S',
  '.....s...',
  '......s..',
  '.......s.',
  '.........',
  '.........',
];
const free = ['b', 's', '.'];

let app: ServedApp;
let customer: Person;
let body: PlaceOrder;
beforeAll(async () => {
  ({ app, customer, body } = await createServedShop());
});
afterAll(() => app.close());

async function newOrder(): Promise<number> {
  const answer = await place(app, { token: customer.token }, body);
  expect(answer).toMatchObject({ status: 200 });
  return Number(answer.data);
}

const move = (who: Person, id: number, to: string, version: number, reason = '原因') =>
  app.send('POST', `/order/${id}/move`, { token: who.token, body: { to, reason, version } });

interface Stored {
  status: string;
  version: number;
  rows: number;
  logged: number;
}

async function stored(id: number): Promise<Stored> {
  const { rows } = await app.database.pool.query<Stored>(
    `select status, version, (select count(*)::int from order_history where order_id = o.id) as rows,
       (select count(*)::int from sys_opera_log where oper_url = '/api/v1/order/' || o.id || '/move') as logged
     from orders o where id = $1`,
    [id],
  );
  return rows[0]!;
}

const staffWith = (permissions: readonly string[], dataScope = '1') =>
  addPerson(app, { permissions, isStaff: true, dataScope });

bar(52, 'only the moves of the table succeed, over all states × actions × roles', async () => {
  expect(order).toStrictEqual([...ORDER_STATUSES]);
  const seeing = ['mfr:order:list', 'mfr:order:query'];
  const roles: { name: string; who: Person; may: string; refusal?: { status: number; error: string } }[] = [
    { name: 'customer', who: customer, may: 'bBr' },
    { name: 'shop', who: await staffWith([...seeing, 'mfr:order:move', 'mfr:order:handle']), may: 'bBrsS' },
    { name: 'administrator', who: await addPerson(app, { roleKey: 'admin' }), may: 'bBrsS' },
    {
      name: 'reading staff',
      who: await staffWith(seeing),
      may: '',
      refusal: { status: 403, error: 'permission.denied' },
    },
    {
      name: 'another customer',
      who: await addPerson(app, { roleKey: 'customer' }),
      may: '',
      refusal: { status: 404, error: 'record.not_found' },
    },
    {
      name: 'shop of an empty scope',
      who: await staffWith(['mfr:order:move', 'mfr:order:handle'], ''),
      may: '',
      refusal: { status: 404, error: 'record.not_found' },
    },
  ];
  const id = await newOrder();
  const wrong: string[] = [];
  let tried = 0;
  for (const { name, who, may, refusal } of roles) {
    for (const [row, from] of order.entries()) {
      for (const [column, to] of order.entries()) {
        const cell = table[row]!.charAt(column);
        // A reason matters only where the table requires one; the full scale also checks that it is irrelevant elsewhere.
        for (const reason of !free.includes(cell) || scale !== 'quick' ? ['原因', ' '] : ['原因']) {
          await app.database.pool.query('update orders set status = $2 where id = $1', [id, from]);
          const before = await stored(id);
          const answer = await move(who, id, to, before.version, reason);
          const after = await stored(id);
          const isLegal = may.includes(cell);
          const isBound = 'BS'.includes(cell) || (cell === 'r' && who !== customer);
          const isUnreasoned = isLegal && isBound && reason === ' ';
          const expected =
            isLegal && !isUnreasoned
              ? {
                  status: 200,
                  error: undefined,
                  statusAfter: to,
                  version: before.version + 1,
                  rows: before.rows + 1,
                }
              : {
                  ...(refusal ??
                    (isUnreasoned
                      ? { status: 422, error: 'order.reason_required' }
                      : { status: 409, error: 'order.illegal_move' })),
                  statusAfter: from,
                  version: before.version,
                  rows: before.rows,
                };
          const { status, error } = answer;
          const got = { status, error, statusAfter: after.status, version: after.version, rows: after.rows };
          tried += 1;
          // Refused operations of a user beyond a limit are counted in one row.
          const isLogged =
            after.logged === before.logged + 1 || (status !== 200 && after.logged === before.logged);
          if (JSON.stringify(got) !== JSON.stringify(expected) || !isLogged)
            wrong.push(
              `${name} ${from} → ${to}: ${JSON.stringify(got)}, logged ${after.logged - before.logged}`,
            );
        }
      }
    }
  }
  expect(wrong).toStrictEqual([]);
  return `${order.length} × ${order.length} moves × ${roles.length} roles, with and without reason: ${tried} attempts as in the table, each success with one row in the operation log`;
});

bar(53, 'one of several simultaneous moves wins', async () => {
  const [rounds, parallel] = [atScale(4, 100), 50];
  const staff = await staffWith(['mfr:order:query', 'mfr:order:move', 'mfr:order:handle']);
  for (let round = 0; round < rounds; round += 1) {
    // The limit of a customer's writes per minute.
    if (round % 10 === 9) customer = await addPerson(app, { roleKey: 'customer' });
    const id = await newOrder();
    await move(customer, id, 'placed', 1);
    // In every other round all request the same move.
    const wants = (index: number): [Person, OrderStatus] =>
      round % 2 === 0 || index % 2 === 0 ? [customer, 'cancelled'] : [staff, 'confirmed'];
    const answers = await Promise.all(
      Array.from({ length: parallel }, (_, index) => {
        const [who, to] = wants(index);
        return move(who, id, to, 2);
      }),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status === 409);
    expect([won.length, lost.length]).toStrictEqual([1, parallel - 1]);
    const winner = won[0]!.data as Order;
    for (const { data } of lost) expect(data).toMatchObject({ id, status: winner.status, version: 3 });
    const { logged, ...kept } = await stored(id);
    expect(kept).toStrictEqual({ status: winner.status, version: 3, rows: 3 });
    // The two that succeeded, and refused ones up to a limit for each user.
    expect(logged).toBeGreaterThanOrEqual(2);
  }
  return `${rounds} × ${parallel} at once: 1 winner each, the others see what it did, one row of history`;
});

bar(54, 'one of several simultaneous edits wins, and no change is lost', async () => {
  const [editors, saves] = [atScale(5, 20), atScale(10, 50)];
  const people = await Promise.all(
    Array.from({ length: editors }, () =>
      staffWith(['mfr:order:query', 'mfr:order:edit', 'mfr:order:handle']),
    ),
  );
  const id = await newOrder();
  const read = async (who: Person) =>
    (await app.send('GET', `/order/${id}`, { token: who.token })).data as Order;
  const save = (who: Person, { promisedDate, version }: Order, edit: object) =>
    app.send('POST', `/order/${id}/shop`, {
      token: who.token,
      body: { promisedDate, version, ...edit },
    });
  const [first, second] = [people[0]!, people[1]!];
  const seen = await read(first);
  const both = await Promise.all([
    save(first, seen, { staffNote: 'a' }),
    save(second, seen, { staffNote: 'b' }),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toStrictEqual([200, 409]);
  for (const version of [undefined, null, '2', 0, 1.5])
    expect((await save(first, seen, { staffNote: 'x', version })).status).toBe(400);

  const before = (await read(first)).version;
  const kept: { mark: string; version: number }[] = [];
  let conflicts = 0;
  await Promise.all(
    people.map(async (who, editor) => {
      for (let n = 0; n < saves; n += 1) {
        const current = await read(who);
        // Each editor appends its mark to what it read, so a lost change shows as a missing mark.
        const mark = `${editor}.${n};`;
        const answer = await save(who, current, { staffNote: current.staffNote.slice(-900) + mark });
        if (answer.status === 200) kept.push({ mark, version: (answer.data as Order).version });
        else {
          expect(answer).toMatchObject({ status: 409, error: 'record.changed', data: { id } });
          conflicts += 1;
        }
      }
    }),
  );
  const last = await read(first);
  expect(kept.length + conflicts).toBe(editors * saves);
  expect(last.version).toBe(before + kept.length);
  const inOrder = kept.toSorted((a, b) => a.version - b.version).map(({ mark }) => mark);
  expect(inOrder.join('')).toContain(last.staffNote.slice(-900).replace(/^[^;]*;/, ''));
  expect(last.staffNote.split(';').length).toBeGreaterThan(Math.min(kept.length, 90));
  return `${editors} editors × ${saves} saves: ${kept.length} saved, ${conflicts} refused with a conflict, version + ${kept.length}, no change lost`;
});
