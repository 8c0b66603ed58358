import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildMaterial } from '#domain/pricing/samples.test-data.ts';
import { buildChargeRule } from '#domain/charges/charges.test-data.ts';
import { chargeRuleLabel } from '#domain/charges/charge-rule.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';

const record = (rule: Parameters<typeof buildChargeRule>[0]) => {
  const built = buildChargeRule(rule);
  const name = chargeRuleLabel(built, built);
  return { ...built, name, sort: 1, status: 2, remark: '', version: 1, createBy: 1, updateBy: 1 };
};
const setup = record({ id: 1, kind: 'setup', basis: 'line', amount: 50 });
const minimum = record({ id: 2, basis: 'orderMinimum', minimum: 9_000 });

/** The form of a rule beside a part of 100 × 100 × 20 mm, ten pieces at ¥100. */
function open(path: string) {
  const material = { ...buildMaterial({ processConfig: [] }), density: 2.7, manualOptions: [] };
  return openAdmin(`/admin/charge-rules${path}`, {
    answers: {
      'GET /charge-rule': pageOf([setup, minimum]),
      'GET /charge-rule/:id': ok(setup),
      'GET /material': pageOf([material]),
      'GET /process/tree': pageOf([]),
      'GET /machining-price': ok([{ materialTag: 'tag', price: 100 }]),
    },
  });
}

const trial = async () => within(await screen.findByLabelText('附加费试算'));
const rowsOf = (view: Awaited<ReturnType<typeof trial>>) =>
  [...(view.getByText('零件小计').closest('tbody')?.children ?? [])].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );

test('a rule is tried on an order of one part before and after the change', async () => {
  open('/1/edit');
  const view = await trial();
  expect(rowsOf(view)).toEqual([
    ['零件小计', '¥724.44', '¥724.44'],
    ['编程开机费', '¥50.00', '¥50.00'],
    ['起订补足', '¥8,225.56', '¥8,225.56'],
    ['合计', '¥9,000.00', '¥9,000.00'],
  ]);
  fireEvent.change(screen.getByLabelText('金额'), { target: { value: '8500' } });
  expect(await view.findByText('¥8,500.00')).toBeTruthy();
  expect(rowsOf(view)).toEqual([
    ['零件小计', '¥724.44', '¥724.44'],
    ['编程开机费', '¥50.00', '¥8,500.00'],
    ['起订补足', '¥8,225.56', '—'],
    ['合计', '¥9,000.00', '¥9,224.44'],
  ]);
  fireEvent.change(view.getByLabelText('数量'), { target: { value: '1' } });
  expect(await view.findByText('¥400.00')).toBeTruthy();
});

test('a rule of a lead class is tried on an order of that class, or of another', async () => {
  const express = { id: 12, name: '加急', factor: 0.5, percent: 30 };
  const bound = { ...setup, leadClassId: 12, leadFactor: 0.5, leadTarget: '加急及更快' };
  const { known } = open('/1/edit');
  known['GET /charge-rule'] = pageOf([bound]);
  known['GET /charge-rule/:id'] = ok(bound);
  known['GET /lead-class/options'] = ok([{ id: 0, name: '标准', factor: 1, percent: 0 }, express]);
  const view = await trial();
  expect(rowsOf(view)).toEqual([
    ['零件小计', '¥724.44', '¥724.44'],
    ['编程开机费', '¥50.00', '¥50.00'],
    ['加急（交期 ×0.5）', '¥217.33', '¥217.33'],
    ['合计', '¥991.77', '¥991.77'],
  ]);
  fireEvent.mouseDown(view.getByLabelText('交期档位'));
  fireEvent.click(await screen.findByTitle('标准'));
  await waitFor(() => expect(view.queryByText('加急（交期 ×0.5）')).toBeNull());
  expect(rowsOf(view)).toEqual([
    ['零件小计', '¥724.44', '¥724.44'],
    ['合计', '¥724.44', '¥724.44'],
  ]);
});

test('a new rule is tried as if it were on; what it lacks is said', async () => {
  open('/create');
  const view = await trial();
  expect(view.getByText('修改后：按每种零件收取的规则必须填写金额')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('金额'), { target: { value: '0' } });
  expect(await view.findByText('修改后：金额不能小于0.01')).toBeTruthy();
});
