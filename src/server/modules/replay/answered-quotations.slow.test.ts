import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithExt } from '#contract/orders/order-data.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import type { WinRates } from '#domain/replay/win-rates.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { addDept, addPerson, type Person } from '#tests/support/data/people.ts';
import { buildItem, buildOrder, place, readCatalogue } from '#tests/support/data/quotations.ts';
import { pricingPermissions } from '#tests/support/data/staff-permissions.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { replayDraft } from './replay-draft.ts';
import { draftFor, pricedItem } from './replays.test-data.ts';

const DAY_MS = 86_400_000;
// A fixed clock, so that midnight in Shanghai does not fall within a test.
const now = new Date();
const today = dateText(now);

let app: TestApp;
let item: QuotationItem;
let engineer: Person;
beforeAll(async () => {
  app = await createTestApp();
  app.setNow(now);
  item = buildItem(await readCatalogue(app));
  engineer = await addPerson(app, { permissions: pricingPermissions, isStaff: true, dataScope: '1' });
});
afterAll(() => app.close());

/** Adds a customer, by default of a separate company. */
async function newCustomer(deptId?: number): Promise<Person> {
  return addPerson(app, { roleKey: 'customer', deptId: deptId ?? (await addDept(app)).deptId });
}

async function order(customer: Person, status: 'requested' | 'quoted' | 'placed'): Promise<number> {
  const answer = await place(app, customer, await buildOrder(app, customer, [item], { status }));
  expect(answer.status, answer.msg).toBe(200);
  return Number(answer.data);
}

async function versionOf(id: number): Promise<number> {
  const { data } = await app.send('GET', `/order/${id}/withExt`, { token: engineer.token });
  return (data as OrderWithExt).version;
}

async function offer(id: number): Promise<void> {
  const lines = [{ lineNo: 1, kind: 'price', amount: 888.5, days: 7, reason: '需五轴加工' }];
  const body = { lines, version: await versionOf(id) };
  const answer = await app.send('POST', `/order/${id}/offer`, { token: engineer.token, body });
  expect(answer.status, answer.msg).toBe(200);
}

async function move({ token }: Person, id: number, body: object): Promise<void> {
  const answer = await app.send('POST', `/order/${id}/move`, {
    token,
    body: { version: await versionOf(id), ...body },
  });
  expect(answer.status, answer.msg).toBe(200);
}

/** Replays a draft, or only the live prices, on a customer's orders, `inDays` from now. */
async function replayed({ username }: Pick<Person, 'username'>, inDays = 0, draftId: number | null = null) {
  const filter = {
    beginDate: today,
    endDate: today,
    status: 'sold' as const,
    deptId: null,
    username,
    materialTag: '',
    processId: null,
  };
  const outcome = await replayDraft(
    app.database,
    { draftId, now: new Date(Date.now() + inDays * DAY_MS), filter },
    () => undefined,
  );
  return outcome!.result;
}

/** Counts the answers to a customer's quotations, `inDays` from now. */
async function answersOf(customer: Pick<Person, 'username'>, inDays = 0) {
  const { formula, refusals } = (await replayed(customer, inDays)).winRates;
  return { ...summed(formula), refusals };
}
const summed = (levels: WinRates['formula']) => ({
  won: levels.reduce((sum, { won }) => sum + won, 0),
  refused: levels.reduce((sum, { refused }) => sum + refused, 0),
  expired: levels.reduce((sum, { expired }) => sum + expired, 0),
});
const none = { won: 0, refused: 0, expired: 0, refusals: [] };

test('an order placed without a quotation does not count', async () => {
  const customer = await newCustomer();
  await move(customer, await order(customer, 'placed'), { to: 'cancelled' });
  await order(customer, 'placed');
  expect(await answersOf(customer, 365)).toEqual(none);
});

test('a request without an offer does not count, no matter who cancels it', async () => {
  const customer = await newCustomer();
  await order(customer, 'requested');
  await move(customer, await order(customer, 'requested'), { to: 'cancelled', refusal: 'price' });
  await move(engineer, await order(customer, 'requested'), { to: 'cancelled', reason: '做不了' });
  expect(await answersOf(customer, 365)).toEqual(none);
});

test('offers count as accepted, refused with a reason, or expired', async () => {
  const customer = await newCustomer();
  const [taken, refused, open] = [
    await order(customer, 'requested'),
    await order(customer, 'requested'),
    await order(customer, 'requested'),
  ];
  for (const id of [taken, refused, open]) await offer(id);
  expect(await answersOf(customer)).toEqual(none);
  await move(customer, taken, { to: 'placed' });
  await move(customer, refused, { to: 'cancelled', refusal: 'price' });
  const answered = { won: 1, refused: 1, expired: 0, refusals: [{ reason: 'price', count: 1 }] };
  expect(await answersOf(customer)).toEqual(answered);
  // Cancelling the order later does not change that.
  await move(customer, taken, { to: 'cancelled' });
  expect(await answersOf(customer, 365)).toEqual({ ...answered, expired: 1 });
});

test('a quotation saved by the customer counts like an offer', async () => {
  const customer = await newCustomer();
  const [taken, given] = [await order(customer, 'quoted'), await order(customer, 'quoted')];
  await order(customer, 'quoted');
  await move(customer, taken, { to: 'placed' });
  await move(customer, given, { to: 'cancelled' });
  expect(await answersOf(customer, 365)).toMatchObject({ won: 1, refused: 1, expired: 1 });
});

test('a cancellation by the customer or a colleague counts as a refusal, but not one by the shop', async () => {
  const { deptId } = await addDept(app);
  const customer = await newCustomer(deptId);
  const colleague = await addPerson(app, {
    permissions: ['mfr:order:query', 'mfr:order:list', 'mfr:order:move'],
    dataScope: '3',
    deptId,
  });
  await move(engineer, await order(customer, 'quoted'), { to: 'cancelled', reason: '停产' });
  expect(await answersOf(customer)).toEqual(none);
  await move(colleague, await order(customer, 'quoted'), { to: 'cancelled' });
  expect(await answersOf(customer)).toMatchObject({ won: 0, refused: 1 });
  // The shop can enter a refusal by phone.
  await move(engineer, await order(customer, 'quoted'), { to: 'cancelled', refusal: 'price' });
  expect(await answersOf(customer)).toMatchObject({ won: 0, refused: 2 });
});

test('a repeated request that its customer cancels does not count as a refusal', async () => {
  const customer = await newCustomer();
  const id = await order(customer, 'requested');
  await offer(id);
  await move(customer, id, { to: 'requested', reason: '能否便宜些' });
  await move(customer, id, { to: 'cancelled' });
  expect(await answersOf(customer, 365)).toEqual(none);
});

test('answered quotations are counted by size, by tag, and by whether a draft changes their price level', async () => {
  const customer = await newCustomer();
  const catalogue = await readCatalogue(app);
  const part = pricedItem(catalogue);
  const save = async () => {
    const answer = await place(app, customer, await buildOrder(app, customer, [part], { status: 'quoted' }));
    expect(answer.status, answer.msg).toBe(200);
    return Number(answer.data);
  };
  const [taken] = [await save(), await save()];
  await move(customer, taken, { to: 'placed' });
  const { id: draftId } = await draftFor(app, part, 400);
  const { winRates, expectedOrders } = await replayed(customer, 365, draftId);
  const answers = { won: 1, refused: 0, expired: 1, rate: null };
  const { materialTag } = catalogue.materials.find(({ id }) => id === part.material)!;
  expect(winRates.tags).toMatchObject([{ key: materialTag, ...answers }]);
  expect(winRates.values).toMatchObject([answers]);
  // Process prices five times as high move every quotation to another level.
  expect(expectedOrders).toEqual({ quotations: 2, unpriced: 0, moved: 2, unknown: 2, estimate: null });
  expect((await replayed(customer, 365)).expectedOrders).toBeNull();
  const { estimate, ...counts } = (await replayed({ username: engineer.username }, 0, draftId))
    .expectedOrders!;
  expect([counts, estimate]).toEqual([{ quotations: 0, unpriced: 0, moved: 0, unknown: 0 }, null]);
});
