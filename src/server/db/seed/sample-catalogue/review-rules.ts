import { defaultCheckLimits } from '#geometry/checks/check-limits.ts';
import type { reviewRules } from '#server/db/schema.ts';

type NewRule = typeof reviewRules.$inferInsert;

const [length, width, height] = defaultCheckLimits.metal.millsMm[0] ?? [0, 0, 0];

/** Enabled from the first start: parts that cannot be machined and very large quantities need a review. */
const startingRules: readonly NewRule[] = [
  { kind: 'envelope' as const, length, width, height, remark: '首次启动时已启用，请改为本厂机床的行程' },
  { kind: 'smallest' as const, smallestMm: 0.5, remark: '首次启动时已启用，请改为本厂能加工的最小边长' },
  { kind: 'pieces' as const, pieces: 10_000, remark: '首次启动时已启用，请按本厂情况修改' },
].map((rule, index) => ({ ...rule, sort: (index + 1) * 10, status: 2 }));

/** Disabled examples: a shop enters its own limits and enables the rules that it wants. */
const examples: readonly NewRule[] = [
  { kind: 'weight' as const, weightKg: 50 },
  { kind: 'amount' as const, amountYuan: 50_000 },
  { kind: 'tolerance' as const, toleranceMm: 0.01 },
].map((rule, index) => ({
  ...rule,
  sort: (startingRules.length + index + 1) * 10,
  status: 1,
  remark: '示例规则，请按本厂情况修改后启用',
}));

export const sampleReviewRules: readonly NewRule[] = [...startingRules, ...examples];
