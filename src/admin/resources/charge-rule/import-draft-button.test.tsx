import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { report, openPreview } from './import-draft-button.test-data.tsx';

test('an import preview is saved as a draft instead of being applied', async () => {
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
    file: 'data:text/csv;base64,eA==',
  });
  expect(page.sentTo('POST /charge-rule/import/apply')).toEqual([]);
});
