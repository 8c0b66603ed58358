import { afterAll, describe, expect, test } from 'vitest';
import type { AgreedPrice } from '#contract/catalogue/machining-prices.ts';
import type { ChargeRuleRecord } from '#contract/catalogue/charge-rules.ts';
import { copyMaterial } from '#tests/support/data/copy-material.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { seededNumbers } from '#tests/support/data/seeded-numbers.ts';
import { startRollBacks, admin, done, raised } from './roll-back-version.test-data.ts';

const { app, rollBack, get, table, versions, latest, everything, saveCells, someCells, raisedVersion } =
  await startRollBacks();
afterAll(() => app.close());

const marksOf = ({ manual }: Awaited<ReturnType<typeof everything>>): string[] =>
  manual.flatMap(({ id, options }) => options.map((option) => `${id}/${option}`));

interface MaterialPrices {
  version: number;
  processConfig: { id: number; price: number; time: number }[];
  manualOptions: number[];
}

/** Changes, removes or marks some prices of a material as manual; prices some manual pairs. */
async function editMaterial(id: number, below: (n: number) => number): Promise<void> {
  const { version, processConfig, manualOptions } = await get<MaterialPrices>(`/material/${id}`);
  const marked = new Set<number>();
  const prices = processConfig.flatMap((entry) => {
    const choice = below(6);
    if (choice === 0) marked.add(entry.id);
    if (choice <= 1) return [];
    return choice === 2 ? [{ ...entry, price: below(10_000) / 100, time: below(9) / 2 }] : [entry];
  });
  const priced = manualOptions.filter(() => below(2) === 0);
  const body = {
    version,
    confirmJumps: true,
    processConfig: [...prices, ...priced.map((option) => ({ id: option, price: below(999) / 100, time: 1 }))],
    manualOptions: [...manualOptions.filter((option) => !priced.includes(option)), ...marked],
  };
  await done(app.send('POST', `/material_process/${id}`, { ...admin, body }));
}

async function editGrid(below: (n: number) => number): Promise<void> {
  const { cells, materials } = await table();
  const chosen = cells.filter(() => below(40) === 0).map((cell) => raised(cell));
  const marked = materials.flatMap(({ id, manualOptions }) =>
    manualOptions.filter(() => below(2) === 0).map((optionId) => ({ materialId: id, optionId })),
  );
  await saveCells([
    ...chosen.map((cell) => (below(4) === 0 ? { ...cell, after: null } : cell)),
    ...marked.map((pair) => ({ ...pair, before: null, after: { price: below(5_000) / 100, time: 0.5 } })),
  ]);
}

async function editMachining(below: (n: number) => number): Promise<void> {
  const rows = await get<AgreedPrice[]>('/machining-price/agreed');
  const prices = rows.map(({ materialTag, price, version }) => ({
    materialTag,
    version,
    price: Math.round(price * 100 + 100 + below(500)) / 100,
  }));
  await done(
    app.send('PUT', '/machining-price', { ...admin, body: { deptId: 0, prices, confirmJumps: true } }),
  );
}

async function editRule(below: (n: number) => number): Promise<void> {
  const rule = await get<ChargeRuleRecord>('/charge-rule/1');
  const { id: _id, name: _name, target: _target, leadTarget: _lead, leadFactor: _factor, ...rest } = rule;
  const { createdAt: _created, updatedAt: _updated, ...body } = rest;
  const edited = { ...body, amount: 1 + below(90_000) / 100, status: 1 + below(2), confirmJumps: true };
  await done(app.send('PUT', '/charge-rule/1', { ...admin, body: edited }));
}

describe('a version saved directly', () => {
  test('is rolled back to every figure, day and mark, and so is the roll-back', async () => {
    const below = seededNumbers(63);
    const { materials } = await table();
    let pricedMarks = 0;
    for (let round = 0; round < 12; round += 1) {
      const before = await everything();
      const edits = [
        // Few materials, so that one edit prices what another marked.
        () => editMaterial(materials[below(2)]!.id, below),
        () => editGrid(below),
        () => editMachining(below),
        () => editRule(below),
      ];
      const newest = (await versions())[0]?.revision;
      await edits[round % edits.length]!();
      const { revision, count } = await latest();
      if (revision === newest) continue;
      const after = await everything();
      if (round % edits.length === 0)
        pricedMarks += marksOf(before).filter((mark) => !marksOf(after).includes(mark)).length;
      expect(await rollBack(revision)).toMatchObject({ status: 200, data: { saved: count } });
      expect(await everything()).toEqual(before);
      const [undone, old] = await versions();
      expect(undone).toMatchObject({ undoes: revision, undoneBy: null, draft: null, isRollBack: false });
      expect(old).toMatchObject({ revision, undoneBy: undone!.revision });
      await done(rollBack(undone!.revision));
      expect(await everything()).toEqual(after);
    }
    expect(pricedMarks).toBeGreaterThan(0);
  });

  test('is not rolled back at all if one of its prices has changed since', async () => {
    const cells = await someCells(3);
    await saveCells(cells.map(raised));
    const { revision } = await latest();
    const [first, second] = cells.map(raised);
    await saveCells(
      [second!].map((cell) => ({ ...cell, before: cell.after, after: { price: 7.77, time: 1 } })),
    );
    const before = await everything();
    const answer = await rollBack(revision);
    expect(answer).toMatchObject({ status: 409, error: 'price.changed_since' });
    const key = `cell/${second!.materialId}/${second!.optionId}`;
    expect(answer.data).toMatchObject({ conflicts: [{ key, reason: '之后又改过' }] });
    expect(answer.msg).toMatch(/不能恢复$/);
    expect(await everything()).toEqual(before);
    await saveCells([{ ...second!, before: { price: 7.77, time: 1 }, after: second!.after }]);
    await done(rollBack(revision));
    expect((await table()).cells).toContainEqual([
      first!.materialId,
      first!.optionId,
      first!.before.price,
      first!.before.time,
    ]);
  });

  test('with a material deleted since is rolled back for the rest once that is confirmed', async () => {
    const materialId = await copyMaterial(app, (await table()).materials[0]!.id, '将删除的材料');
    const [kept] = await someCells(1);
    const [gone] = (await table()).cells.filter(([id, , price]) => id === materialId && price > 1);
    await saveCells([raised(kept!), raised(gone!)]);
    const { revision } = await latest();
    await done(app.send('DELETE', '/material', { ...admin, body: { ids: [materialId] } }));
    const key = `cell/${materialId}/${gone![1]}`;
    expect(await rollBack(revision)).toMatchObject({
      error: 'price.changed_since',
      data: { conflicts: [{ key, reason: '材料“将删除的材料”已删除' }] },
    });
    const path = `/price-version/${revision}/roll-back`;
    const answer = await app.send('POST', path, { ...admin, body: { kept: [key] } });
    expect(answer).toMatchObject({ status: 200, data: { saved: 1 } });
    expect((await table()).cells).toContainEqual(kept);
  });

  test('is rolled back once by two simultaneous attempts', async () => {
    const { revision } = await raisedVersion();
    const answers = await Promise.all([rollBack(revision), rollBack(revision)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const undone = await latest();
    const refused = answers.find(({ status }) => status === 409);
    expect(refused).toMatchObject({
      error: 'price.cannot_roll_back',
      msg: `这一版本已由价目版本 ${undone.revision} 回退`,
    });
    // Refused even when the prices are again those of the version.
    await done(rollBack(undone.revision));
    expect(await rollBack(revision)).toMatchObject({ status: 409, error: 'price.cannot_roll_back' });
  });

  test('needs the permission for every kind of its prices to be rolled back', async () => {
    await editMachining(() => 3);
    const { revision } = await latest();
    const edit = { permissions: ['mfr:price:list', 'mfr:price:edit'], isStaff: true };
    const { token } = await addPerson(app, edit);
    expect(await rollBack(revision, { token })).toMatchObject({
      status: 403,
      msg: '版本中有加工基价，您没有修改加工基价的权限',
    });
    const { token: reader } = await addPerson(app, { permissions: ['mfr:price:list'], isStaff: true });
    expect(await rollBack(revision, { token: reader })).toMatchObject({ status: 403 });
    await editRule((n) => n - 1);
    const ofRule = await latest();
    expect(await rollBack(ofRule.revision, { token })).toMatchObject({
      status: 403,
      msg: '版本中有附加费，您没有修改附加费规则的权限',
    });
    const { revision: ofCells } = await raisedVersion();
    await done(rollBack(ofCells, { token }));
    expect((await latest()).userName).toMatch(/^某/);
  });

  test('of a draft can only be rolled back through the draft', async () => {
    const [cell] = await someCells(1);
    const draft = { name: '调价', reason: '', changes: [{ kind: 'cell', ...raised(cell!) }] };
    const id = Number(await done(app.send('POST', '/price-draft', { ...admin, body: draft })));
    const body = { version: 1, confirmJumps: true };
    await done(app.send('POST', `/price-draft/${id}/publish`, { ...admin, body }));
    expect(await rollBack((await latest()).revision)).toMatchObject({
      status: 409,
      msg: '这一版本来自调价草稿，请打开那份草稿撤回',
    });
    expect(await rollBack(999_999)).toMatchObject({ status: 404 });
  });
});
