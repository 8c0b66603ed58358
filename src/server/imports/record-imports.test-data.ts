import { expect } from 'vitest';
import type { RecordReport } from '#contract/kernel/record-import.ts';
import type { TableFormat } from '#server/tables/table-file.ts';
import type { Cell } from '#server/tables/workbook.ts';
import { fileOf, sentFile, uploadTable } from '#server/tables/spreadsheets.test-data.ts';
import { addPerson } from '#tests/support/data/people.ts';
import { createTestApp } from '#tests/support/app/test-app.ts';

export const paths = {
  material: '/material',
  process: '/process',
  stockSize: '/stock-size',
  dictType: '/dict/type',
  dictData: '/dict/data',
  user: '/sys-user',
} as const;
export type Resource = keyof typeof paths;

export const heads = [
  '材料名称',
  '材料分类',
  '密度 g/cm³',
  '基准长 mm',
  '基准宽 mm',
  '基准高 mm',
  '基础交期（天）',
  '交期指数',
  '排序',
];
export const figures = [2.7, 200, 100, 50, 3, 0.2, 10];
export const TAG = '铝合金';

/** The app and an administrator who imports records. */
export async function startRecordImports() {
  const app = await createTestApp();
  const token = (await addPerson(app, { roleKey: 'admin' })).token;

  const uploadFile = (resource: Resource, format: TableFormat, file: Buffer, as = token) =>
    uploadTo(`${paths[resource]}/import`, format, file, as);

  /** The previewed files by the tokens of their reports. */
  const files = new Map<string, string>();
  const apply = (resource: Resource, draft: string, { as = token, file = files.get(draft) } = {}) =>
    app.send('POST', `${paths[resource]}/import/apply`, { token: as, body: { token: draft, file } });

  const uploadTo = (path: string, format: TableFormat, file: Buffer, as = token) =>
    uploadTable(app, as, format, file, path);

  async function upload(
    resource: Resource,
    rows: readonly (readonly Cell[])[],
    { format = 'csv', as = token }: { format?: TableFormat; as?: string } = {},
  ): Promise<RecordReport> {
    const file = await fileOf(format, rows);
    const answer = await uploadFile(resource, format, file, as);
    expect(answer).toMatchObject({ status: 200, msg: '已读取文件' });
    const report = answer.data as RecordReport;
    files.set(report.token, sentFile(file, format));
    return report;
  }

  const listOf = async (address: string) =>
    ((await app.send('GET', address, { token })).data as { list: Record<string, unknown>[] }).list;
  const materialNamed = async (name: string) =>
    (await listOf(`/material?pageSize=1000&name=${encodeURIComponent(name)}`))[0];
  return { app, token, uploadFile, uploadTo, upload, apply, listOf, materialNamed };
}
