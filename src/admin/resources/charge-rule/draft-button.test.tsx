import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { administrator } from '../../app/open-admin.test-data.tsx';
import { figures, openForm, draftButton, enter, keepAs } from './draft-button.test-data.tsx';

test('changed figures become a new draft, and the rule stays unchanged', async () => {
  const page = openForm('/1/edit');
  const button = await draftButton();
  expect(button.disabled).toBe(true);
  enter('金额', '60');
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  await keepAs('开机费上调');
  await waitFor(() => expect(page.at()).toBe('/admin/charge-rules'));
  expect(page.sentTo('POST /price-draft')[0]?.body).toMatchObject({
    name: '开机费上调',
    reason: '',
    changes: [{ kind: 'charge', ruleId: 1, before: figures, after: { ...figures, amount: 60 } }],
  });
  expect(page.sentTo('PUT /charge-rule/1')).toEqual([]);
});

test('the button is hidden from users who may not change prices', async () => {
  const permissions = ['list', 'query', 'edit'].map((verb) => `mfr:chargeRule:${verb}`);
  openForm('/1/edit', { user: { ...administrator, permissions, buttons: permissions } });
  await screen.findByLabelText('金额');
  expect(screen.queryByText('存为草稿')).toBeNull();
});
