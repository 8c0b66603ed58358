import { fireEvent, screen, within } from '@testing-library/react';
import type { RecordReport } from '#contract/kernel/record-import.ts';
import { administrator, openAdmin, pageOf, type Answers } from '../../app/open-admin.test-data.tsx';
import { dictType } from '../../resources/dict-type/dict-type.resource.ts';
import { sampleRecord } from '../samples.test-data.ts';

export const good: RecordReport = {
  token: 'draft',
  created: [{ row: 2, name: '班次', fields: [{ head: '字典名称', before: '', after: '班次' }] }],
  changed: [{ row: 3, name: '单位', fields: [{ head: '备注', before: '', after: '新备注' }] }],
  unchanged: 4,
  errors: [],
};

/** Opens the import of dictionary types. */
export async function openImport(answers: Answers = {}, permissions = ['*:*:*']) {
  const page = openAdmin('/admin/dict', {
    user: { ...administrator, permissions, buttons: permissions },
    answers: { 'GET /dict/type': pageOf([sampleRecord(dictType, 1)]), ...answers },
  });
  await screen.findByText('sample_1', { selector: 'a' });
  return page;
}

export async function chooseFile(name: string) {
  fireEvent.click(screen.getByText('导入'));
  const title = await screen.findByText('导入字典类型');
  const dialog = within(title.closest<HTMLElement>('[role=dialog]') ?? document.body);
  const file = new File(['x'], name);
  fireEvent.change(dialog.getByLabelText('导入文件'), { target: { files: [file] } });
  return dialog;
}
