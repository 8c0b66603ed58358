import { sampleChargeRules } from './charge-rules.ts';
import { sampleReviewRules } from './review-rules.ts';
import { sampleLeadClasses } from './lead-classes.ts';
import { sampleMachiningPrices } from './machining-prices.ts';
import { sampleMaterials, sampleTags } from './materials.ts';
import { priceEveryPair } from './prices.ts';
import { sampleProcesses } from './processes.ts';
import { sampleStockSizes } from './stock-sizes.ts';

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
