import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargeRuleLabel, type ChargeRule } from './charge-rule.ts';
import { buildChargeRule, chargeRules } from './charges.test-data.ts';
import { chargeConflict, ruleErrors } from './rule-errors.ts';

const errorsOf = (rule: Parameters<typeof buildChargeRule>[0]) => ruleErrors(buildChargeRule(rule));

test('a rule has the figures of its basis and no others', () => {
  expect(errorsOf({ basis: 'line' })).toEqual({ amount: '按每种零件收取的规则必须填写金额' });
  expect(errorsOf({ basis: 'order', amountFen: 500, minimumFen: 300 })).toEqual({
    minimum: '按每单收取的规则没有最低金额，请留空',
  });
  expect(errorsOf({ basis: 'percent', amountFen: 500 })).toEqual({
    percent: '按零件合计的百分比收取的规则必须填写百分比',
    amount: '按零件合计的百分比收取的规则没有金额，请留空',
  });
});

test('a rule names the parts of its scope and no others', () => {
  expect(errorsOf({ basis: 'order', amountFen: 500, scope: 'material' })).toEqual({
    materialId: '请选择材料',
  });
  expect(errorsOf({ basis: 'order', amountFen: 500, materialTag: 'steel' })).toEqual({
    materialTag: '适用范围是全部零件，材料分类请留空',
  });
});

test.each([
  [{ kind: 'discount', basis: 'order', amountFen: 500 }, 'basis'],
  [{ kind: 'discount', basis: 'percent', percent: 5, scope: 'tag', materialTag: 'a' }, 'scope'],
  [{ kind: 'discount', basis: 'percent', percent: 5, minimumFen: 900 }, 'minimum'],
  [{ kind: 'other', basis: 'orderMinimum', minimumFen: 50_000 }, 'basis'],
  [{ kind: 'minimum', basis: 'order', amountFen: 50_000 }, 'basis'],
  [{ basis: 'orderMinimum', minimumFen: 50_000, scope: 'tag', materialTag: 'a' }, 'scope'],
  [{ kind: 'setup', basis: 'finishMinimum', minimumFen: 50_000, optionId: 1 }, 'basis'],
  [{ basis: 'finishMinimum', minimumFen: 50_000, scope: 'all' }, 'scope'],
  [{ basis: 'order', amountFen: 100, validFrom: '2026-11-02', validTo: '2026-11-01' }, 'validTo'],
] as const)('%j is refused at its %s', (rule, field) => {
  expect(Object.keys(errorsOf(rule))).toEqual([field]);
});

describe('an active rule', () => {
  const minimum = buildChargeRule({ id: 1, basis: 'orderMinimum', minimumFen: 50_000 });
  const conflict = (rule: ChargeRule, ...others: ChargeRule[]) => chargeConflict(rule, others);

  test('conflicts with a second order minimum or discount in the same period', () => {
    const second = { ...minimum, id: 2, minimumFen: 80_000 };
    expect(conflict(second, minimum)).toBe(
      '编号 1 的规则（起订补足：不足 ¥500.00 补足）已有起订金额，同一时间只能有一个起订金额：请修改原有规则，或先停用它，或错开有效期',
    );
    const ended = { ...minimum, validTo: '2026-11-30' };
    expect(conflict({ ...second, validFrom: '2026-12-01' }, ended)).toBeUndefined();
    expect(conflict({ ...second, validFrom: '2026-11-30' }, ended)).toBeDefined();
    const discount = buildChargeRule({ id: 3, kind: 'discount', basis: 'percent', percent: 5 });
    expect(conflict({ ...discount, id: 4, percent: 9 }, discount)).toContain('已有折扣');
    expect(conflict(discount, minimum)).toBeUndefined();
  });

  test('conflicts with a second minimum of the same finish, and with the same charge', () => {
    const finish = buildChargeRule({ id: 1, basis: 'finishMinimum', optionId: 9, minimumFen: 30_000 });
    expect(conflict({ ...finish, id: 2, minimumFen: 20_000 }, finish)).toContain('已有该工艺的起订金额');
    expect(conflict({ ...finish, id: 2, optionId: 8 }, finish)).toBeUndefined();
    const setup = buildChargeRule({ id: 1, kind: 'setup', basis: 'line', amountFen: 5000 });
    expect(conflict({ ...setup, id: 2, amountFen: 6000 }, setup)).toContain('重复收取');
    expect(conflict({ ...setup, id: 2, label: '夹具费' }, setup)).toBeUndefined();
    expect(conflict({ ...setup, id: 2, scope: 'material', materialId: 4 }, setup)).toBeUndefined();
  });

  test('never conflicts with itself, and conflicts are symmetric', () => {
    fc.assert(
      fc.property(chargeRules, (rules) => {
        for (const one of rules) {
          expect(conflict(one, one)).toBeUndefined();
          for (const other of rules)
            expect(conflict(one, other) === undefined).toBe(conflict(other, one) === undefined);
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('only a charge for parts can be waived on repeat', () => {
  const onRepeat = 'waived' as const;
  expect(ruleErrors(buildChargeRule({ basis: 'line', amountFen: 500, onRepeat }))).toEqual({});
  for (const rule of [
    buildChargeRule({ basis: 'orderMinimum', minimumFen: 500, onRepeat }),
    buildChargeRule({ basis: 'finishMinimum', minimumFen: 500, optionId: 1, onRepeat }),
    buildChargeRule({ kind: 'discount', basis: 'percent', percent: 5, onRepeat }),
  ])
    expect(ruleErrors(rule)).toEqual({ onRepeat: '起订金额与折扣不能返单免收，请选择照收' });
});

test('a rule is described as text', () => {
  const rule = buildChargeRule({ kind: 'setup', basis: 'piece', amountFen: 50, minimumFen: 3000 });
  expect(chargeRuleLabel(rule, { target: '铝合金', leadTarget: '' })).toBe(
    '编程开机费：铝合金，每件 ¥0.50，最低 ¥30.00',
  );
  const express = buildChargeRule({ kind: 'express', label: '特急费', basis: 'percent', percent: 12.5 });
  expect(chargeRuleLabel(express, express)).toBe('特急费：零件合计的 12.5%');
});

test('discounts and minimums of different lead classes may be active together; the same charge may not', () => {
  const conflictOf = (rule: Parameters<typeof buildChargeRule>[0]) =>
    chargeConflict(buildChargeRule({ ...rule, id: 2, leadClassId: 7 }), [
      buildChargeRule({ ...rule, id: 1 }),
    ]);
  expect(conflictOf({ kind: 'discount', basis: 'percent', percent: 5 })).toBeUndefined();
  expect(conflictOf({ basis: 'orderMinimum', minimumFen: 500 })).toBeUndefined();
  expect(conflictOf({ basis: 'finishMinimum', optionId: 3, minimumFen: 500 })).toBeUndefined();
  expect(conflictOf({ kind: 'setup', basis: 'order', amountFen: 500 })).toContain(
    '收取同样的费用，会重复收取',
  );
});

test('only rules on measures select machining and holes; rules on different hole classes may be active together', () => {
  expect(
    ruleErrors(buildChargeRule({ basis: 'line', amountFen: 500, machining: 'turned', withoutModel: 'flat' })),
  ).toEqual({
    machining: '按每种零件收取的规则不区分车削与铣削',
    withoutModel: '按每种零件收取的规则不看三维模型，请选择不计',
    flat: '请填写没有模型时的固定金额',
  });
  const days = { basis: 'days', dayMinutes: 480, leadClassId: 3 } as const;
  expect(ruleErrors(buildChargeRule({ ...days, withoutModel: 'flat', flatFen: 500 }))).toEqual({
    leadClassId: '机时交期对全部档位相同，交期档位请留空',
    withoutModel: '机时交期只加天数，没有固定金额，请选择不计或人工报价',
  });
  expect(ruleErrors(buildChargeRule({ ...days, kind: 'other', leadClassId: null }))).toEqual({
    basis: '机时交期只能按机时加交期，按机时加交期也只用于机时交期',
  });
  const hole = { basis: 'hole', amountFen: 100 } as const;
  expect(ruleErrors(buildChargeRule({ ...hole, diameterOverMm: 6, diameterUpToMm: 6 }))).toEqual({
    diameterUpToMm: '孔径的上限应大于下限',
  });
  const small = buildChargeRule({ ...hole, id: 1, diameterUpToMm: 6 });
  const conflictWith = (diameterOverMm: number) =>
    chargeConflict(buildChargeRule({ ...hole, id: 2, diameterOverMm }), [small]);
  expect(conflictWith(6)).toBeUndefined();
  expect(conflictWith(5)).toContain('会重复收取');
  expect(chargeRuleLabel(small, small)).toBe('其他费用：孔径 ≤ 6 mm，每个孔 ¥1.00');
});
