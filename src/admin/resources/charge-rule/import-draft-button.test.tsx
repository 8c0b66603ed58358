import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RecordReport } from '#contract/record-import.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';

const at = (row: number, name: string, fields: RecordReport['created'][number]['fields']) => ({
  row,
  name,
  fields,
});
const report: RecordReport = {
  token: 'preview',
  created: [at(2, '其他费用/贴标', [{ head: '状态', before: '', after: '正常' }])],
  changed: [at(3, '其他费用/木箱', [{ head: '金额（元）', before: '30', after: '35' }])],
  unchanged: 0,
  errors: [],
};

/** Opens the rules, chooses a file that the server reads as `read`, and returns the page with the dialog. */
async function openPreview(read: RecordReport) {
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

test('the preview of rules becomes a draft instead of being applied', async () => {
  const { page, draft } = await openPreview(report);
  expect(draft.disabled).toBe(false);
  fireEvent.click(draft);
  fireEvent.change(await screen.findByLabelText('名称'), { target: { value: '包装调价' } });
  const naming = within(screen.getByLabelText('名称').closest<HTMLElement>('[role=dialog]')!);
  expect(naming.getByText('新规则先保存为停用，草稿发布时启用。')).toBeTruthy();
  fireEvent.click(naming.getByText('存为草稿', { selector: 'button *' }).closest('button')!);
  await waitFor(() => expect(screen.queryByText('导入附加费规则 · rules.csv')).toBeNull());
  expect(page.sentTo('POST /price-draft/charge-rules')[0]?.body).toEqual({
    name: '包装调价',
    reason: '',
    token: 'preview',
  });
  expect(page.sentTo('POST /charge-rule/import/apply')).toEqual([]);
});

test('rows that a draft cannot hold say why, and are still applied at once', async () => {
  const renamed = at(3, '其他费用/木箱', [{ head: '费用名称', before: '木箱', after: '木箱费' }]);
  const { draft } = await openPreview({ ...report, changed: [renamed] });
  expect(draft.disabled).toBe(true);
  expect(draft.title).toBe('第3行：只有金额、百分比、最低金额和状态可以存为草稿，其他修改请直接导入');
  expect(screen.getByText('应用 2 条').closest('button')!.disabled).toBe(false);
});

test('new rules that are switched off need no draft', async () => {
  const off = at(2, '其他费用/贴标', [{ head: '状态', before: '', after: '停用' }]);
  const { draft } = await openPreview({ ...report, created: [off], changed: [] });
  expect(draft.title).toBe('停用的规则不收费，不需要草稿，请直接导入');
});
