import type { leadClasses, chargeRules } from '#server/db/schema.ts';
import { sampleReviewRules } from './review-rules.ts';
import { sampleMaterials, sampleTags } from './materials.ts';
import { priceEveryPair, sampleMachiningPrices } from './prices.ts';
import { sampleProcesses } from './processes.ts';
import { sampleStockSizes } from './stock-sizes.ts';

/** Disabled examples: a shop enters its own amounts and enables the rules that it wants. */
const sampleChargeRules: readonly (typeof chargeRules.$inferInsert)[] = [
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

/** Disabled examples: a shop enters its own figures and enables the classes that it offers. */
const sampleLeadClasses: readonly (typeof leadClasses.$inferInsert)[] = [
  { name: '经济', factor: 1.5, percent: -8 },
  { name: '加急', factor: 0.5, percent: 30, slots: 5, maxEdgeMm: 500, maxPieces: 200 },
].map((leadClass, index) => ({
  ...leadClass,
  sort: (index + 1) * 10,
  status: 1,
  remark: '示例档位，请按本厂情况修改后启用',
}));

/** Process key → option key; a selected option with children is itself a key. */
const selections: Record<string, string> = {
  surface: 'surface.blast_anodise',
  'surface.blast_anodise': 'surface.blast_anodise.natural',
  tolerance: 'tolerance.m',
  roughness: 'roughness.ra32',
  thread: 'thread.none',
  marking: 'marking.none',
  inspection: 'inspection.standard',
  documents: 'documents.none',
  packing: 'packing.standard',
};

/**
 * The sample catalogue of an empty database: true densities and usual materials, finishes and tolerances; the prices
 * are invented and marked 示例. Rows refer to each other by key; ids are assigned on insert.
 * Prices are yuan per piece, times days, sizes mm.
 */
export const sampleCatalogue = {
  tags: sampleTags,
  materials: sampleMaterials,
  processes: sampleProcesses,
  prices: priceEveryPair(sampleMaterials, sampleProcesses),
  machiningPrices: sampleMachiningPrices,
  stockSizes: sampleStockSizes,
  reviewRules: sampleReviewRules,
  chargeRules: sampleChargeRules,
  leadClasses: sampleLeadClasses,
  defaultConfig: {
    material: 'al6061',
    num: 10,
    length: 120,
    width: 60,
    height: 20,
    selections,
  },
};
