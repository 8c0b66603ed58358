import type { leadClasses } from '#server/db/schema.ts';

/** Examples, switched off: a shop puts its own figures in and switches on what it offers. */
export const sampleLeadClasses: readonly (typeof leadClasses.$inferInsert)[] = [
  { name: '经济', factor: 1.5, percent: -8 },
  { name: '加急', factor: 0.5, percent: 30, slots: 5, maxEdgeMm: 500, maxPieces: 200 },
].map((one, index) => ({
  ...one,
  sort: (index + 1) * 10,
  status: 1,
  remark: '示例档位，请按本厂情况修改后启用',
}));
