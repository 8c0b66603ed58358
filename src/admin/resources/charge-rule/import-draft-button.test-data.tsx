import { fireEvent, screen, within } from '@testing-library/react';
import type { RecordReport } from '#contract/kernel/record-import.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';

export const at = (row: number, name: string, fields: RecordReport['created'][number]['fields']) => ({
  row,
  name,
  fields,
});
export const report: RecordReport = {
  token: 'preview',
  created: [at(2, '其他费用/贴标', [{ head: '状态', before: '', after: '正常' }])],
  changed: [at(3, '其他费用/木箱', [{ head: '金额（元）', before: '30', after: '35' }])],
  unchanged: 0,
  errors: [],
};

/** Opens the rules, chooses a file that the server reads as `read`, and returns the page with the dialog. */
export async function openPreview(read: RecordReport) {
  const page = openAdmin('/admin/charge-rules', {
    answers: {
      'GET /charge-rule': pageOf([]),
      'GET /price-draft': pageOf([]),
      'POST /charge-rule/import': ok(read, '已读取文件'),
      'POST /price-draft/charge-rules': ok(4, '已存为草稿'),
    },
  });
  fireEvent.click(await screen.findByText('导入'));
  const title = await screen.findByText('导入附加费规则');
  const dialog = within(title.closest<HTMLElement>('[role=dialog]')!);
  fireEvent.change(dialog.getByLabelText('导入文件'), {
    target: { files: [new File(['x'], 'rules.csv')] },
  });
  const draft = (await dialog.findByText('存为草稿')).closest('button')!;
  return { page, draft };
}
