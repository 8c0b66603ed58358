import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const input = { postName: '车间主任', postCode: 'foreman', sort: 5, status: 2 };

describe('posts', () => {
  test('a post is created, found, edited by version and deleted', async () => {
    const created = await app.send('POST', '/post', { as: 'admin', body: input });
    expect(created).toMatchObject({ status: 200, code: 200, msg: '创建成功' });
    const path = `/post/${String(created.data)}`;

    const one = await app.send('GET', path, { as: 'admin' });
    expect(one.data).toMatchObject({ ...input, version: 1, remark: '' });

    const edited = await app.send('PUT', path, {
      as: 'admin',
      body: { ...(one.data as object), postName: '主任' },
    });
    expect(edited.data).toMatchObject({ postName: '主任', version: 2 });

    const stale = await app.send('PUT', path, {
      as: 'admin',
      body: { ...(one.data as object), postName: '组长' },
    });
    expect(stale).toMatchObject({
      status: 409,
      error: 'record.changed',
      data: { postName: '主任', version: 2 },
    });

    const listed = await app.send('GET', '/post?postName=主任&sortOrder=desc', { as: 'admin' });
    expect(listed.data).toMatchObject({ count: 1, pageIndex: 1, pageSize: 20 });

    const removed = await app.send('DELETE', '/post', { as: 'admin', body: { ids: [created.data] } });
    expect(removed).toMatchObject({ status: 200, data: [created.data] });
    expect(await app.send('GET', path, { as: 'admin' })).toMatchObject({
      status: 404,
      error: 'record.not_found',
    });
  });
});
