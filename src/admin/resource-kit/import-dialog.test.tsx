import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RecordReport } from '#contract/record-import.ts';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { administrator, openAdmin, pageOf, type Answers } from '../app/open-admin.test-data.tsx';
import { dictType } from '../resources/dict-type/dict-type.resource.ts';
import { sampleRecord } from './samples.test-data.ts';

const good: RecordReport = {
  token: 'draft',
  created: [{ row: 2, name: '班次', fields: [{ head: '字典名称', before: '', after: '班次' }] }],
  changed: [{ row: 3, name: '单位', fields: [{ head: '备注', before: '', after: '新备注' }] }],
  unchanged: 4,
  errors: [],
};
const bad: RecordReport = {
  ...good,
  token: '',
  errors: [{ row: 5, column: '字典类型', message: '字典类型已存在' }],
};

/** Opens the import of dictionary types. */
async function openImport(answers: Answers = {}, permissions = ['*:*:*']) {
  const page = openAdmin('/admin/dict', {
    user: { ...administrator, permissions, buttons: permissions },
    answers: { 'GET /dict/type': pageOf([sampleRecord(dictType, 1)]), ...answers },
  });
  await screen.findByText('sample_1', { selector: 'a' });
  return page;
}

async function chooseFile(name: string) {
  fireEvent.click(screen.getByText('导入'));
  const title = await screen.findByText('导入字典类型');
  const dialog = within(title.closest<HTMLElement>('[role=dialog]') ?? document.body);
  const file = new File(['x'], name);
  fireEvent.change(dialog.getByLabelText('导入文件'), { target: { files: [file] } });
  return dialog;
}

test('a good file shows what it creates and changes, and is applied only when the user says so', async () => {
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
  expect(page.sentTo('POST /dict/type/import/apply').map(({ body }) => body)).toEqual([{ token: 'draft' }]);
  expect(page.sentTo('GET /dict/type').length).toBeGreaterThan(lists);
});

test('a file with errors names each cell, offers nothing to apply, and another file can be chosen', async () => {
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

test('a preview that has expired is left for the choice of a file; first passwords close on purpose alone', async () => {
  const passwords = [{ username: 'li', password: 'ABCDEFGHIJKLMNOP' }];
  const page = await openImport({
    'POST /dict/type/import': ok(good, '已读取文件'),
    'POST /dict/type/import/apply': refusal(409, '导入预览已过期，请重新导入', 'import.expired'),
  });
  const dialog = await chooseFile('types.csv');
  fireEvent.click(await dialog.findByText('应用 2 条'));
  await dialog.findByText('下载空白模板');
  page.known['POST /dict/type/import/apply'] = ok({ created: 1, changed: 1, passwords }, '导入成功');
  fireEvent.change(dialog.getByLabelText('导入文件'), { target: { files: [new File(['x'], 'types.csv')] } });
  fireEvent.click(await dialog.findByText('应用 2 条'));
  await dialog.findByText('ABCDEFGHIJKLMNOP');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  fireEvent.click(dialog.getByText('已记下，关闭'));
  await waitFor(() => expect(screen.queryByText('ABCDEFGHIJKLMNOP')).toBeNull());
});

test('without the permission to import there is no button', async () => {
  await openImport({}, ['admin:sysDictType:list', 'admin:sysDictType:query', 'admin:sysDictType:add']);
  expect(screen.queryByText('导入')).toBeNull();
});
