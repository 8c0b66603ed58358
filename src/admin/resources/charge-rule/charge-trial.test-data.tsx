import { screen, within } from '@testing-library/react';
import { chargeRules, ruleInYuan } from '#contract/catalogue/charge-rules.ts';
import { buildMaterial } from '#domain/pricing/samples.test-data.ts';
import { buildChargeRule } from '#domain/charges/charges.test-data.ts';
import { chargeRuleLabel } from '#domain/charges/charge-rule.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { openAdmin, pageOf } from '../../app/open-admin.test-data.tsx';

const at = '2026-11-20T08:00:00.000Z';
const tail = { version: 1, createBy: 1, updateBy: 1, createdAt: at, updatedAt: at };
/** A rule as the server answers it: a field that the contract gives a default has no line here. */
export const record = (rule: Parameters<typeof buildChargeRule>[0]) => {
  const built = buildChargeRule(rule);
  const { kind, scope, basis } = built;
  const defaults = chargeRules.create.body.parse({ kind, scope, basis, sort: 1, status: 2 });
  return { ...defaults, ...ruleInYuan(built), name: chargeRuleLabel(built, built), ...tail };
};
export const setup = record({ id: 1, kind: 'setup', basis: 'line', amountFen: 5000 });
const minimum = record({ id: 2, basis: 'orderMinimum', minimumFen: 900_000 });

/** The form of a rule beside a part of 100 × 100 × 20 mm, ten pieces at ¥100. */
export function open(path: string) {
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

export const trial = async () => within(await screen.findByLabelText('附加费试算'));
export const rowsOf = (view: Awaited<ReturnType<typeof trial>>) =>
  [...(view.getByText('零件小计').closest('tbody')?.children ?? [])].map((row) =>
    [...row.children].map(({ firstChild }) => firstChild?.textContent),
  );
