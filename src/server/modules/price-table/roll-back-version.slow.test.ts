import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { NamedPriceChange } from '#contract/prices/price-changes.ts';
import { priceHistory } from '#server/db/schema.ts';
import { addDept } from '#tests/support/data/people.ts';
import { listOf } from '#tests/support/data/quotations.ts';
import { startRollBacks, admin, done, raised } from './roll-back-version.test-data.ts';

const { app, rollBack, get, table, latest, everything, saveCells, raisedVersion } = await startRollBacks();
afterAll(() => app.close());

describe('a version saved directly', () => {
  test('from before marks were recorded is rolled back only if no mark can have been lost', async () => {
    const { revision, cell } = await raisedVersion();
    const isOld = { wasManual: null };
    const ofVersion = (wanted: number) => eq(priceHistory.revision, wanted);
    await app.database.db.update(priceHistory).set(isOld).where(ofVersion(revision));
    await done(rollBack(revision));
    await saveCells([{ ...cell, after: null }]);
    await saveCells([{ ...cell, before: null, after: cell.before }]);
    const added = await latest();
    await app.database.db.update(priceHistory).set(isOld).where(ofVersion(added.revision));
    expect(await rollBack(added.revision)).toMatchObject({
      status: 409,
      msg: '这一版本保存时还没有记录“需人工”标记，请直接修改价格。这一版本不能回退，价格没有变动',
    });
  });
});

describe('a roll-back is refused as a whole and names the cause for', () => {
  async function refused(revision: number): Promise<string> {
    const before = await everything();
    const answer = await rollBack(revision);
    expect(answer).toMatchObject({ status: 409, error: 'price.cannot_roll_back' });
    expect(await everything()).toEqual(before);
    return answer.msg;
  }

  test('a rule added or deleted in the version, or deleted since', async () => {
    const rule = {
      kind: 'setup',
      label: '调机费',
      scope: 'all',
      basis: 'line',
      amount: 12.5,
      sort: 3,
      status: 1,
    };
    const body = { ...rule, remark: '' };
    const id = Number(await done(app.send('POST', '/charge-rule', { ...admin, body })));
    const added = await latest();
    expect(await refused(added.revision)).toContain(
      '附加费规则“调机费”是在这一版本新增的，请在附加费规则中停用或删除',
    );
    const edited = { ...body, amount: 15, version: 1 };
    await done(app.send('PUT', `/charge-rule/${id}`, { ...admin, body: edited }));
    const changed = await latest();
    await done(app.send('DELETE', '/charge-rule', { ...admin, body: { ids: [id] } }));
    expect(await refused(changed.revision)).toContain('附加费规则“调机费”已删除');
    expect(await refused((await latest()).revision)).toContain(
      '附加费规则“调机费”是在这一版本删除的，请重新新增',
    );
  });

  test('a material added in the version or deleted since, or a company deleted since', async () => {
    const source = (await table()).materials[0]!;
    const { version: _v, id: _i, ...input } = await get<Record<string, unknown>>(`/material/${source.id}`);
    const { createdAt: _c, updatedAt: _u, processConfig: _p, manualOptions: _m, status: _s, ...rest } = input;
    const copy = { ...rest, name: '新材料', status: 'draft', copyOf: source.id };
    const id = Number(await done(app.send('POST', '/material', { ...admin, body: copy })));
    expect(await refused((await latest()).revision)).toContain(
      '材料“新材料”是在这一版本新增的，请在材料中删除',
    );
    const [cell] = (await table()).cells.filter(([materialId, , price]) => materialId === id && price > 0);
    await saveCells([raised(cell!)]);
    const { revision } = await latest();
    await done(app.send('DELETE', '/material', { ...admin, body: { ids: [id] } }));
    expect(await refused(revision)).toContain('材料“新材料”已删除');

    const { deptId } = await addDept(app);
    const prices = [{ materialTag: 'aluminium', price: 77, version: 0 }];
    await done(
      app.send('PUT', '/machining-price', { ...admin, body: { deptId, prices, confirmJumps: true } }),
    );
    const agreed = await latest();
    const ended = [{ materialTag: 'aluminium', price: null, version: 1 }];
    await done(
      app.send('PUT', '/machining-price', { ...admin, body: { deptId, prices: ended, confirmJumps: true } }),
    );
    await done(app.send('DELETE', '/dept', { ...admin, body: { ids: [deptId] } }));
    expect(await refused(agreed.revision)).toContain('协议价所属的公司已删除');
  });
});

test('a roll-back is marked in the list, the changes and the export', async () => {
  const { revision, cell } = await raisedVersion();
  await done(rollBack(revision));
  const undone = await latest();
  const changes = listOf<NamedPriceChange>(
    await app.send('GET', `/price-version/${undone.revision}/changes`, admin),
  );
  expect(changes).toMatchObject([{ before: cell.after, after: cell.before, now: cell.before }]);
  const file = await app.http.inject({
    url: '/api/v1/price-version/export?format=csv',
    headers: { authorization: `Bearer ${await app.signIn('admin')}` },
  });
  expect(file.body).toContain(`回退版本 ${revision}`);
});
