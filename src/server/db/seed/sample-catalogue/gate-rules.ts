import type { gateRules } from '#server/db/schema.ts';

/** Examples, switched off: a shop puts its own limits in and switches on what it wants. */
export const sampleGateRules: readonly (typeof gateRules.$inferInsert)[] = [
  { kind: 'envelope' as const, length: 1000, width: 600, height: 500 },
  { kind: 'weight' as const, weightKg: 50 },
  { kind: 'amount' as const, amountYuan: 50_000 },
  { kind: 'pieces' as const, pieces: 5000 },
  { kind: 'tolerance' as const, toleranceMm: 0.01 },
].map((rule, index) => ({
  ...rule,
  sort: (index + 1) * 10,
  status: 1,
  remark: '示例规则，请按本厂情况修改后启用',
}));
