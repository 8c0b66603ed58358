import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { figures, openForm, draftButton, enter, keepAs } from './draft-button.test-data.tsx';

test('shows which fields a draft cannot contain, and opens no draft for an invalid figure', async () => {
  openForm('/1/edit');
  const button = await draftButton();
  enter('金额', '60');
  enter('费用名称', '调机费');
  await waitFor(() => expect(button.title).toContain('可以存为草稿，其他修改请直接保存'));
  expect(button.disabled).toBe(true);
  enter('费用名称', '');
  enter('金额', '');
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  expect(await screen.findByText('请输入金额')).toBeTruthy();
  expect(screen.queryByLabelText('名称')).toBeNull();
});

test('a new rule is saved once, disabled, and the draft enables it', async () => {
  const page = openForm('/create', {
    answers: {
      'POST /charge-rule': ok(9),
      'POST /price-draft': refusal(409, '草稿太多', 'price.too_many_drafts'),
    },
  });
  const button = await draftButton();
  enter('金额', '80');
  fireEvent.click(button);
  const dialog = await keepAs('收开机费');
  expect(dialog.getByText('规则先保存为停用，草稿发布时启用。')).toBeTruthy();
  await screen.findByText('草稿太多');
  page.known['POST /price-draft'] = ok(4, '已存为草稿');
  await keepAs('收开机费');
  await waitFor(() => expect(page.at()).toBe('/admin/charge-rules'));
  expect(page.sentTo('POST /charge-rule').map(({ body }) => body)).toMatchObject([{ amount: 80, status: 1 }]);
  const off = { ...figures, amount: 80, status: 1 };
  expect(page.sentTo('POST /price-draft')[1]?.body).toMatchObject({
    changes: [{ kind: 'charge', ruleId: 9, before: off, after: { ...off, status: 2 } }],
  });
});
