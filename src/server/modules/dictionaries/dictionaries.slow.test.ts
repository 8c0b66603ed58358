import { afterAll, describe, expect, test } from 'vitest';
import { startDictionaries, type } from './dictionaries.test-data.ts';

const { app, send, valuesOf } = await startDictionaries();
afterAll(() => app.close());

describe('options', () => {
  test('are empty for an unknown type and require a type', async () => {
    expect(await valuesOf('nothing')).toStrictEqual([]);
    expect(await app.send('GET', '/dict-data/option-select', { as: 'demo' })).toMatchObject({
      status: 400,
      errors: { dictType: '请输入字典类型' },
    });
    expect((await app.send('GET', '/dict-data/option-select?dictType=order_status')).status).toBe(401);
  });
});

describe('a type', () => {
  test('is deleted together with others, or none are', async () => {
    const { data: id } = await send('POST', '/dict/type', type('together'));
    expect(await send('DELETE', '/dict/type', { ids: [id, 987_654] })).toMatchObject({
      status: 404,
      msg: '部分记录不存在，未删除任何记录',
    });
    expect((await send('GET', `/dict/type/${String(id)}`)).status).toBe(200);
    expect((await send('DELETE', '/dict/type', { ids: [id, id] })).status).toBe(200);
    expect((await send('DELETE', '/dict/type', { ids: [id] })).status).toBe(404);
  });

  test('is saved by 20 editors without a lost update', async () => {
    const { data: id } = await send('POST', '/dict/type', type('edited'));
    const path = `/dict/type/${String(id)}`;
    let saved = 0;
    const editor = async (name: number) => {
      for (let round = 0; round < 5; round += 1) {
        const { data } = await send('GET', path);
        const answer = await send('PUT', path, { ...(data as object), remark: `${name}/${round}` });
        if (answer.status === 200) saved += 1;
        else if (answer.status !== 409) throw new Error(answer.msg);
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, name) => editor(name)));
    expect((await send('GET', path)).data).toMatchObject({ version: saved + 1 });
    expect(saved).toBeGreaterThan(0);
  });
});
