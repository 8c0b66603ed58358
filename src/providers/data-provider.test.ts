import { beforeEach, describe, expect, test, vi } from 'vitest';
import { orders } from '#contract/orders/orders.ts';
import { posts } from '#contract/people/posts.ts';
import { createDataProvider } from './data-provider.ts';
import { collectNotices, fakeServer, memoryStorage, ok, refusal } from './fake-server.test-data.ts';
import { i18nProvider } from './i18n-provider.ts';

const dataProvider = createDataProvider(new Map([['post', { endpoints: posts, idField: 'postId' }]]));
const row = { postId: 4, postName: '焊工', postCode: 'weld', sort: 1, status: 2, remark: '', version: 3 };

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
});

describe('a list', () => {
  test('requests page, filter and sorting by the names of the API, and adds the row id that Refine needs', async () => {
    const sent = fakeServer(() =>
      ok({ list: [row], count: 41, pageIndex: 3, pageSize: 20, maxUpdatedAt: null }),
    );
    const answer = await dataProvider.getList({
      resource: 'post',
      pagination: { currentPage: 3, pageSize: 20 },
      filters: [
        { field: 'postName', operator: 'contains', value: '焊' },
        { field: 'status', operator: 'eq', value: '' },
      ],
      sorters: [{ field: 'sort', order: 'desc' }],
    });
    expect(answer).toEqual({ data: [{ ...row, id: 4 }], total: 41 });
    expect(decodeURIComponent(sent[0]?.url ?? '')).toBe(
      '/post?pageIndex=3&pageSize=20&postName=焊&sortOrder=desc',
    );
  });

  test('is empty after the session ends', async () => {
    fakeServer(() => refusal(401, '登录已失效', 'session.expired'));
    await expect(dataProvider.getList({ resource: 'post' })).resolves.toEqual({ data: [], total: 0 });
  });

  test('rejects other failures with status and error', async () => {
    fakeServer(() => refusal(403, '没有权限', 'permission.denied'));
    await expect(dataProvider.getList({ resource: 'post' })).rejects.toMatchObject({
      message: '没有权限',
      statusCode: 403,
      error: 'permission.denied',
    });
  });
});

describe('a record', () => {
  test('is updated with its version, without the added id', async () => {
    const sent = fakeServer(() => ok({ ...row, version: 4 }, '更新成功'));
    const changed = await dataProvider.update({
      resource: 'post',
      id: 4,
      variables: { ...row, id: 4 },
    });
    expect(changed.data).toEqual({ ...row, version: 4, id: 4 });
    expect(sent).toMatchObject([{ method: 'PUT', url: '/post/4', body: row }]);
    expect(sent[0]?.body).not.toHaveProperty('id');
  });

  test('reports a conflicting change with its field errors', async () => {
    fakeServer(() => refusal(409, '数据已被他人修改', 'record.changed', { errors: { version: '已过期' } }));
    await expect(dataProvider.update({ resource: 'post', id: 4, variables: row })).rejects.toMatchObject({
      statusCode: 409,
      error: 'record.changed',
      errors: { version: '已过期' },
    });
  });

  test('gets its id from the server when created', async () => {
    fakeServer(() => ok(9, '创建成功'));
    await expect(dataProvider.create({ resource: 'post', variables: {} })).resolves.toEqual({
      data: { id: 9 },
    });
  });

  test('is deleted together with others in one call', async () => {
    const sent = fakeServer(() => ok([4, 5], '删除成功'));
    await dataProvider.deleteMany?.({ resource: 'post', ids: ['4', 5] });
    await dataProvider.deleteOne({ resource: 'post', id: 6 });
    expect(sent).toMatchObject([
      { method: 'DELETE', url: '/post', body: { ids: [4, 5] } },
      { method: 'DELETE', url: '/post', body: { ids: [6] } },
    ]);
  });
});

describe('a call that is not a record operation', () => {
  const send = (isCommand?: true) => {
    const call = {
      endpoint: orders.move,
      options: { params: { id: 7 }, body: { to: 'confirmed' } },
      isCommand,
    };
    return dataProvider.custom?.({ url: '', method: 'post', meta: { call } });
  };

  test('is sent to its endpoint, and resolves to its data, or to the whole result for a command', async () => {
    const sent = fakeServer(() => ok({ version: 2 }, '操作完成'));
    await expect(send()).resolves.toEqual({ data: { version: 2 } });
    await expect(send(true)).resolves.toMatchObject({ data: { ok: true, data: { version: 2 } } });
    expect(sent).toMatchObject([{ method: 'POST', url: '/order/7/move' }, {}]);
  });

  test('rejects with the failure, which is shown once', async () => {
    const notices = collectNotices();
    fakeServer(() => refusal(403, '没有权限', 'permission.denied'));
    await expect(send(true)).rejects.toMatchObject({ statusCode: 403, failure: { msg: '没有权限' } });
    expect(notices).toHaveLength(1);
  });

  test('is refused without an endpoint, because a URL carries only text', async () => {
    const named = { url: '/post', method: 'get', meta: { call: '/post' } } as const;
    await expect(dataProvider.custom?.(named)).rejects.toThrow('useEndpoint');
  });
});

test('Refine’s texts are Chinese, and fall back to its own default', () => {
  const { translate } = i18nProvider;
  expect(translate('buttons.save', 'Save')).toBe('保存');
  expect(translate('post.post', 'Post')).toBe('Post');
  expect(translate('unknown.key')).toBe('unknown.key');
});
