import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RecordReport } from '#contract/kernel/record-import.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { good, openImport, chooseFile } from './import-dialog.test-data.tsx';

const bad: RecordReport = {
  ...good,
  token: '',
  errors: [{ row: 5, column: '字典类型', message: '字典类型已存在' }],
};

test('a valid file shows its changes and is applied only after confirmation', async () => {
  const page = await openImport({
    'POST /dict/type/import': ok(good, '已读取文件'),
    'POST /dict/type/import/apply': ok({ created: 1, changed: 1, passwords: [] }, '导入成功'),
  });
  const dialog = await chooseFile('types.csv');
  await dialog.findByText('新增 1 条，修改 1 条，不变 4 条。请核对后应用。');
  dialog.getByText('导入字典类型 · types.csv');
  dialog.getByText('新备注', { selector: 'strong' });
  expect(page.sentTo('POST /dict/type/import')[0]?.headers).toMatchObject({ 'Content-Type': 'text/csv' });
  expect(page.sentTo('POST /dict/type/import/apply')).toEqual([]);
  const lists = page.sentTo('GET /dict/type').length;
  fireEvent.click(dialog.getByText('应用 2 条'));
  await waitFor(() => expect(screen.queryByText('导入字典类型 · types.csv')).toBeNull());
  expect(page.sentTo('POST /dict/type/import/apply').map(({ body }) => body)).toEqual([
    { token: 'draft', file: 'data:text/csv;base64,eA==' },
  ]);
  expect(page.sentTo('GET /dict/type').length).toBeGreaterThan(lists);
});

test('a file with errors lists each cell, cannot be applied and can be replaced', async () => {
  const page = await openImport({ 'POST /dict/type/import': ok(bad, '已读取文件') });
  const dialog = await chooseFile('types.xlsx');
  await dialog.findByText('文件中有 1 处错误，没有导入任何内容。请改正后重新选择文件。');
  dialog.getByText('字典类型已存在');
  expect(dialog.queryByText(/^应用/)).toBeNull();
  page.known['POST /dict/type/import'] = ok(good, '已读取文件');
  fireEvent.change(dialog.getByLabelText('导入文件'), { target: { files: [new File(['y'], 'better.csv')] } });
  await dialog.findByText('导入字典类型 · better.csv');
  dialog.getByText('应用 2 条');
});

test('a file that clears fields is applied only after the clearing is confirmed', async () => {
  const [first] = good.changed;
  const emptying = {
    ...good,
    changed: [first!, { row: 9, name: '李四', fields: [{ head: '角色', before: '客户', after: '' }] }],
  };
  const page = await openImport({ 'POST /dict/type/import': ok(emptying, '已读取文件') });
  const dialog = await chooseFile('types.csv');
  await dialog.findByText(/其中 1 处原有内容将被清空，排在最前面/);
  const rows = dialog.getAllByRole('row').map(({ textContent }) => textContent ?? '');
  expect(rows.findIndex((text) => text.includes('李四'))).toBeLessThan(
    rows.findIndex((text) => text.includes('新备注')),
  );
  const apply = dialog.getByText('应用 3 条').closest('button')!;
  expect(apply.disabled).toBe(true);
  fireEvent.click(dialog.getByLabelText('已核对这 1 处清空'));
  expect(apply.disabled).toBe(false);
  expect(page.sentTo('POST /dict/type/import/apply')).toEqual([]);
});
