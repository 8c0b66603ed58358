import { fireEvent, screen, within } from '@testing-library/react';
import { ruleInYuan } from '#contract/catalogue/charge-rules.ts';
import { buildChargeRule } from '#domain/charges/charges.test-data.ts';
import { chargeRuleLabel } from '#domain/charges/charge-rule.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';

const built = buildChargeRule({ id: 1, kind: 'setup', basis: 'line', amountFen: 5000 });
const at = '2026-11-20T08:00:00.000Z';
const tail = { version: 1, createBy: 1, updateBy: 1, createdAt: at, updatedAt: at };
const setup = {
  ...ruleInYuan(built),
  name: chargeRuleLabel(built, built),
  sort: 1,
  status: 2,
  remark: '',
  ...tail,
};
export const figures = { amount: 50, percent: null, minimum: null, status: 2 };

export const openForm = (path: string, more: Parameters<typeof openAdmin>[1] = {}) =>
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

export const draftButton = async () => (await screen.findByText('存为草稿')).closest('button')!;
export const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Names the draft in the dialog and keeps it. */
export async function keepAs(name: string) {
  fireEvent.change(await screen.findByLabelText('名称'), { target: { value: name } });
  const dialog = within(screen.getByLabelText('名称').closest<HTMLElement>('[role=dialog]')!);
  fireEvent.click(dialog.getByText('存为草稿', { selector: 'button *' }).closest('button')!);
  return dialog;
}
