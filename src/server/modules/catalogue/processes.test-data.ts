import { expect } from 'vitest';
import type { ProcessRecord } from '#contract/catalogue/process-tree.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const admin = { as: 'admin' };
export const input = {
  name: '试验工艺',
  parentId: 0,
  sort: 900,
  filterType: 0,
  materialIds: [] as number[],
  remark: '',
};

/** The app with processes of the catalogue. */
export async function startProcesses() {
  const app = await createTestApp();

  async function add(rest: Partial<typeof input> = {}): Promise<ProcessRecord> {
    const created = await app.send('POST', '/process', { ...admin, body: { ...input, ...rest } });
    expect(created).toMatchObject({ status: 200 });
    return (await app.send('GET', `/process/${String(created.data)}`, admin)).data;
  }

  const edit = (node: ProcessRecord, rest: Partial<typeof input>) =>
    app.send('PUT', `/process/${node.id}`, { ...admin, body: { ...node, ...rest } });

  const remove = (...ids: number[]) => app.send('DELETE', '/process', { ...admin, body: { ids } });
  return { app, add, edit, remove };
}
