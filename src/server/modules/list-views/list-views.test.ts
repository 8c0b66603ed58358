import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_VIEWED_LISTS, MAX_VIEWS, type ViewSet } from '#contract/system/list-views.ts';
import { addPerson, type Person } from '#tests/support/data/people.ts';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let clerk: Person;
beforeAll(async () => {
  app = await createTestApp();
  clerk = await addPerson(app, { permissions: ['admin:sysPost:list'], isStaff: true });
});
afterAll(() => app.close());

const view = (name: string) => ({ name, search: 'status=2', hidden: null, order: [] });
const save = (list: string, body: ViewSet, { token } = clerk) =>
  app.send('PUT', `/user/views/${list}`, { token, body });
const read = async ({ token } = clerk) => (await app.send('GET', '/user/views', { token })).data as object;

test('views are stored per user and list, and saved and removed together', async () => {
  const other = await addPerson(app, { isStaff: true });
  const posts = { views: [view('甲'), view('乙')], initial: '乙' };
  expect(await save('post', posts)).toMatchObject({ status: 200 });
  await save('role', { views: [view('丙')], initial: null });
  expect(await read()).toEqual({ post: posts, role: { views: [view('丙')], initial: null } });
  expect(await read(other)).toEqual({});
  await save('post', { views: [view('甲')], initial: null });
  await save('role', { views: [], initial: null });
  expect(await read()).toEqual({ post: { views: [view('甲')], initial: null } });
});

test('the size and number of views are limited', async () => {
  const many = Array.from({ length: MAX_VIEWS + 1 }, (_, n) => view(`视图 ${n}`));
  const refused = { status: 400, error: 'request.invalid' };
  expect(await save('post', { views: many, initial: null })).toMatchObject(refused);
  expect(
    await save('post', { views: [{ ...view('长'), search: 'x'.repeat(1001) }], initial: null }),
  ).toMatchObject(refused);
  expect(await save('no list', { views: [view('甲')], initial: null })).toMatchObject(refused);
  const person = await addPerson(app, { isStaff: true });
  const nameOf = (n: number) => `list-${'x'.repeat(n)}`.slice(0, 40);
  for (let n = 0; n < 35; n += 1) await save(nameOf(n), { views: [view('甲')], initial: null }, person);
  expect(Object.keys(await read(person))).toHaveLength(35);
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await save(name, { views: [view('甲')], initial: null }, person);
  expect(Object.keys(await read(person))).toHaveLength(MAX_VIEWED_LISTS);
  expect(await save('f', { views: [view('甲')], initial: null }, person)).toMatchObject({
    ...refused,
    msg: '最多为40个列表保存视图',
  });
  expect(await save('a', { views: [view('乙')], initial: null }, person)).toMatchObject({ status: 200 });
});
