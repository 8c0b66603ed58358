import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { report, openPreview, at } from './import-draft-button.test-data.tsx';

test('rows that a draft cannot contain show the reason, and can still be applied directly', async () => {
  const renamed = at(3, '其他费用/木箱', [{ head: '费用名称', before: '木箱', after: '木箱费' }]);
  const { draft } = await openPreview({ ...report, changed: [renamed] });
  expect(draft.disabled).toBe(true);
  expect(draft.title).toBe(
    '第3行：只有金额、百分比、分钟、孔径、孔深、没有模型时和状态可以存为草稿，其他修改请直接导入',
  );
  expect(screen.getByText('应用 2 条').closest('button')!.disabled).toBe(false);
});

test('new disabled rules need no draft', async () => {
  const off = at(2, '其他费用/贴标', [{ head: '状态', before: '', after: '停用' }]);
  const { draft } = await openPreview({ ...report, created: [off], changed: [] });
  expect(draft.title).toBe('停用的规则不收费，不需要草稿，请直接导入');
});
