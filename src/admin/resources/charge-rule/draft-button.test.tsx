import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildChargeRule } from '#domain/charges/charges.test-data.ts';
import { chargeRuleLabel } from '#domain/charges/charge-rule.ts';
import { ok, refusal } from '#providers/fake-server.test-data.ts';
import { administrator, openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';

const built = buildChargeRule({ id: 1, kind: 'setup', basis: 'line', amount: 50 });
const at = '2026-11-20T08:00:00.000Z';
const tail = { version: 1, createBy: 1, updateBy: 1, createdAt: at, updatedAt: at };
const setup = { ...built, name: chargeRuleLabel(built, built), sort: 1, status: 2, remark: '', ...tail };
const figures = { amount: 50, percent: null, minimum: null, status: 2 };

const openForm = (path: string, more: Parameters<typeof openAdmin>[1] = {}) =>
  openAdmin(`/admin/charge-rules${path}`, {
    ...more,
    answers: {
      'GET /charge-rule': pageOf([setup]),
      'GET /charge-rule/:id': ok(setup),
      'GET /material': pageOf([]),
      'GET /process/tree': pageOf([]),
      'GET /price-draft': pageOf([]),
      'POST /price-draft': ok(4, '已存为草稿'),
      ...more.answers,
    },
  });

const draftButton = async () => (await screen.findByText('存为草稿')).closest('button')!;
const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Names the draft in the dialog and keeps it. */
async function keepAs(name: string) {
  fireEvent.change(await screen.findByLabelText('名称'), { target: { value: name } });
  const dialog = within(screen.getByLabelText('名称').closest<HTMLElement>('[role=dialog]')!);
  fireEvent.click(dialog.getByText('存为草稿', { selector: 'button *' }).closest('button')!);
  return dialog;
}

test('other figures of a rule become a new draft, and the rule stays as it is', async () => {
  const page = openForm('/1/edit');
  const button = await draftButton();
  expect(button.disabled).toBe(true);
  enter('金额', '60');
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  await keepAs('开机费上调');
  await waitFor(() => expect(page.at()).toBe('/admin/charge-rules'));
  expect(page.sentTo('POST /price-draft')[0]?.body).toEqual({
    name: '开机费上调',
    reason: '',
    changes: [{ kind: 'charge', ruleId: 1, before: figures, after: { ...figures, amount: 60 } }],
  });
  expect(page.sentTo('PUT /charge-rule/1')).toEqual([]);
});

test('what a draft cannot hold is said, and a figure that the contract refuses opens no draft', async () => {
  openForm('/1/edit');
  const button = await draftButton();
  enter('金额', '60');
  enter('费用名称', '调机费');
  await waitFor(() => expect(button.title).toContain('只有金额、百分比、最低金额和状态可以存为草稿'));
  expect(button.disabled).toBe(true);
  enter('费用名称', '');
  enter('金额', '');
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  expect(await screen.findByText('请输入金额')).toBeTruthy();
  expect(screen.queryByLabelText('名称')).toBeNull();
});

test('a new rule is saved switched off once, and the draft switches it on', async () => {
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

test('who may not change prices sees no draft', async () => {
  const permissions = ['list', 'query', 'edit'].map((verb) => `mfr:chargeRule:${verb}`);
  openForm('/1/edit', { user: { ...administrator, permissions, buttons: permissions } });
  await screen.findByLabelText('金额');
  expect(screen.queryByText('存为草稿')).toBeNull();
});
