import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { good, openImport, chooseFile } from './import-dialog.test-data.tsx';

test('an expired preview returns to file selection; initial passwords close only with their button', async () => {
  const passwords = [{ username: 'li', password: 'ABCDEFGHIJKLMNOP' }];
  const page = await openImport({
    'POST /dict/type/import': ok(good, '已读取文件'),
    'POST /dict/type/import/apply': refusal(409, '预览之后数据有变动', 'import.expired'),
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

test('the import button requires the import permission', async () => {
  await openImport({}, ['admin:sysDictType:list', 'admin:sysDictType:query', 'admin:sysDictType:add']);
  expect(screen.queryByText('导入')).toBeNull();
});
