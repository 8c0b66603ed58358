import { expect, test } from 'vitest';
import { chargesDraftOf, areChargesChanged, parseCharges } from './charge-drafts.ts';

test('the offer form starts with the charges of the rules and sends them unchanged', () => {
  const auto = { reason: '', by: '' };
  const charges = [
    { kind: 'packing' as const, label: '木箱', amountFen: 2_000, reason: '每单 ¥20.00', by: '', ruleId: 1 },
    { kind: 'setup' as const, label: '编程开机费', amountFen: 5_000, reason: '', by: '', ruleId: 2 },
    { ...auto, kind: 'discount' as const, label: '折扣', amountFen: -1_000, percent: 10, ruleId: 3 },
    { ...auto, kind: 'tooling' as const, label: '工装费', amountFen: 0, reason: '返单免收', ruleId: 4 },
  ];
  const draft = chargesDraftOf({ charges });
  expect(areChargesChanged(draft, { charges })).toBe(false);
  const lines = [{ state: 'formula' as const, fen: 10_000, days: 3 }];
  const parsed = parseCharges(draft, lines);
  expect(parsed.errors.amounts.size).toBe(0);
  expect(parsed.body).toEqual({
    charges: [
      { kind: 'packing', label: '木箱', amount: 20, reason: '每单 ¥20.00' },
      { kind: 'setup', amount: 50, reason: '' },
    ],
    discount: { percent: 10, reason: '' },
  });
  expect(parsed.charges.map(({ label, amountFen }) => [label, amountFen / 100])).toEqual([
    ['木箱', 20],
    ['编程开机费', 50],
    ['折扣', -10],
  ]);
});
