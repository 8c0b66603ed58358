import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEntries } from '#admin/field-types/changes.tsx';
import { fieldNames } from '#admin/resources/field-names.ts';
import { createContractProbe, type ContractProbe } from '#tests/support/app/contract-probe.ts';

let probe: ContractProbe;
beforeAll(async () => {
  probe = await createContractProbe();
});
afterAll(() => probe.app.close());

/** Calls every write, with a new session after one that has ended it. */
async function callAll(): Promise<void> {
  for (const call of probe.calls) {
    if (call.endpoint.method === 'GET') continue;
    const { status } = await probe.sendBody(call, call.body);
    if (status !== 401 && status !== 403) continue;
    await probe.renewToken();
    await probe.sendBody(call, call.body);
  }
}

const HAN = /\p{sc=Han}/u;

test('every field that a write logs is shown once, under a Chinese label', async () => {
  await callAll();
  const { rows } = await probe.app.database.db.execute<{
    permission: string;
    title: string;
    changes: unknown;
  }>(sql`select permission, title, changes from sys_opera_log where changes is not null`);
  const faults = new Set<string>();
  let logged = 0;
  for (const { permission, title, changes } of rows) {
    const names = fieldNames({ permission });
    const { changed, facts } = readEntries(changes, names);
    const shown = [...changed.map(({ name }) => name), ...facts.map(([name]) => name)];
    const labels = shown.map((name) => names[name]?.label ?? name);
    logged += shown.length;
    for (const [index, label] of labels.entries()) {
      if (!HAN.test(label)) faults.add(`${title}: ${label} has no label`);
      if (labels.indexOf(label) !== index) faults.add(`${title}: ${label} twice, also for ${shown[index]}`);
    }
  }
  expect(logged).toBeGreaterThan(200);
  expect([...faults]).toEqual([]);
});
