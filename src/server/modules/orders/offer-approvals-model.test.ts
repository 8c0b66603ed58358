import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/order-data.ts';
import type { QuotationItem } from '#contract/part-item.ts';
import type { Envelope } from '#tests/support/api.ts';
import { addPerson, type Person } from '#tests/support/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/quotations.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const LIMITS = { seller: 5, chief: 30 };
type Staff = keyof typeof LIMITS;

let app: TestApp;
let item: QuotationItem;
let other: QuotationItem;
let customer: Person;
let staff: Record<Staff, Person>;
beforeAll(async () => {
  app = await createTestApp();
  const catalogue = await readCatalogue(app);
  item = buildItem(catalogue);
  other = buildItem(catalogue, { materialIndex: 1 });
  customer = await addPerson(app, { roleKey: 'customer' });
  const permissions = [
    'mfr:order:list',
    'mfr:order:query',
    'mfr:order:move',
    'mfr:order:handle',
    'mfr:quote:price',
    'mfr:quote:approve',
  ];
  const add = (limit: number) =>
    addPerson(app, { permissions, isStaff: true, dataScope: '1', discountLimit: limit });
  staff = { seller: await add(LIMITS.seller), chief: await add(LIMITS.chief) };
});
afterAll(() => app.close());

const call = (who: Person, path: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
  app.send(method, path, { token: who.token, body });
const read = async (id: number): Promise<OrderWithExt> =>
  (await app.send('GET', `/order/${id}/withExt`, { token: staff.chief.token })).data;

type Step =
  | { kind: 'offer'; by: Staff; discount: number; byHand: number; isKnowing: boolean }
  | { kind: 'release' | 'refuse'; by: Staff; which: number }
  | { kind: 'edit' | 'ask' | 'withdraw' | 'undo' | 'extend'; by: Staff };

const by = fc.constantFrom<Staff>('seller', 'chief');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('offer' as const),
      by: fc.constantFrom<Staff>('seller', 'seller', 'seller', 'chief'),
      discount: fc.constantFrom(0, 5, 5.01, 12, 12, 25, 60),
      byHand: fc.constantFrom(1, 1, 1.1, 0.97, 0.8, 0.65),
      isKnowing: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('release' as const, 'release' as const, 'release' as const, 'refuse' as const),
      by: fc.constantFrom<Staff>('chief', 'chief', 'chief', 'seller'),
      which: fc.constantFrom(0, 0, 0, 1, 2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'edit' as const,
        'ask' as const,
        'ask' as const,
        'ask' as const,
        'ask' as const,
        'withdraw' as const,
        'undo' as const,
        'extend' as const,
      ),
      by,
    }),
  },
);

const fen = (yuan: number) => BigInt(Math.round(yuan * 100));

/** Whether the current revision is within so many percent below the formula, counted apart from the product. */
function isWithin({ items, charges }: OrderWithExt, percent: number): boolean {
  const priced = items.filter((one) => one.line_total !== null);
  const before = priced.reduce((sum, one) => sum + fen(one.sub_total), 0n);
  const after = priced.reduce((sum, one) => sum + fen(one.line_total ?? 0), 0n);
  const share = charges.find(({ kind }) => kind === 'discount')?.percent ?? 0;
  return after * (10_000n - fen(share)) >= before * (10_000n - fen(percent));
}

async function run(id: number, order: OrderWithExt, approvals: number[], one: Step): Promise<Envelope> {
  const { version } = order;
  if (one.kind === 'offer') {
    const amount = Number((order.items[0]!.sub_total * one.byHand).toFixed(2));
    return call(staff[one.by], `/order/${id}/offer`, {
      lines: one.byHand === 1 ? [] : [{ lineNo: 1, kind: 'price', amount, days: 3, reason: '议价' }],
      ...(one.discount === 0 ? {} : { discount: { percent: one.discount } }),
      ...(one.isKnowing && order.approval ? { replacesId: order.approval.id } : {}),
      version,
    });
  }
  if (one.kind === 'release' || one.kind === 'refuse') {
    const approvalId = approvals.at(-1 - one.which) ?? 1;
    const reason = one.kind === 'refuse' ? { reason: '再议' } : {};
    return call(staff[one.by], `/order/${id}/offer/${one.kind}`, { approvalId, ...reason });
  }
  if (one.kind === 'edit') {
    const items = order.items.length === 1 ? [item, other] : [item];
    const { price } = await buildOrder(app, customer, items);
    return call(customer, `/order/${id}`, { items, price, version }, 'PUT');
  }
  if (one.kind === 'undo') return call(staff[one.by], `/order/${id}/undo`, { version });
  if (one.kind === 'extend') return call(staff[one.by], `/order/${id}/extend`, { validDays: 9, version });
  const who = one.kind === 'ask' ? customer : staff[one.by];
  return call(who, `/order/${id}/move`, { to: 'requested', reason: '再议', version });
}

test('no sequence of two staff and a customer offers more than the limit of whoever sends or releases it', async () => {
  const seen = { sent: 0, waiting: 0, released: 0, stale: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const body = await buildOrder(app, customer, [item, other], { status: 'requested' });
      const id = Number((await place(app, customer, body)).data);
      const approvals: number[] = [];
      /** The limit within which each revision was offered. */
      const limits = new Map<number, number>();
      for (const one of steps) {
        // oxlint-disable no-await-in-loop -- one step after the other
        const before = await read(id);
        const answer = await run(id, before, approvals, one);
        const after = await read(id);
        // oxlint-enable no-await-in-loop
        expect([200, 403, 404, 409, 422]).toContain(answer.status);
        if (after.approval && !approvals.includes(after.approval.id)) approvals.push(after.approval.id);
        const isDone = answer.status === 200;
        const isSent = isDone && after.status === 'quoted' && after.revision === before.revision + 1;
        if (isSent && (one.kind === 'offer' || one.kind === 'release')) {
          limits.set(after.revision, LIMITS[one.by]);
        } else if (isSent && one.kind === 'extend') {
          limits.set(after.revision, limits.get(before.revision) ?? 0);
        }
        const isAllowed = after.status !== 'quoted' || isWithin(after, limits.get(after.revision) ?? 0);
        expect(isAllowed).toBe(true);
        if (one.kind === 'offer' && isDone) seen[isSent ? 'sent' : 'waiting'] += 1;
        if (one.kind === 'release') seen[isSent ? 'released' : 'stale'] += 1;
      }
    }),
    { numRuns: 25, seed: 20_261_124 },
  );
  expect(Object.entries(seen).filter(([, count]) => count < 4)).toEqual([]);
}, 240_000);
