import type { chargeRules } from '#server/db/schema.ts';

/** Examples, switched off: a shop puts its own amounts in and switches on what it wants. */
export const sampleChargeRules: readonly (typeof chargeRules.$inferInsert)[] = [
  { kind: 'setup' as const, basis: 'line' as const, amountFen: 50_00 },
  { kind: 'packing' as const, basis: 'order' as const, amountFen: 20_00 },
  { kind: 'freight' as const, basis: 'kg' as const, amountFen: 6_00, minimumFen: 15_00 },
  { kind: 'discount' as const, basis: 'percent' as const, percent: 5 },
  { kind: 'minimum' as const, basis: 'orderMinimum' as const, minimumFen: 200_00 },
].map((rule, index) => ({
  ...rule,
  sort: (index + 1) * 10,
  status: 1,
  remark: '示例规则，请按本厂情况修改后启用',
}));
