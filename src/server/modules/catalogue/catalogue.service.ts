import { and, asc, eq, isNull } from 'drizzle-orm';
import type { CncPrice, PricedMaterial, ProcessPrice } from '#domain/pricing/types.ts';
import type { ChargeRule } from '#domain/charges/charge-rule.ts';
import type { ReviewRule } from '#domain/review/review-rule.ts';
import type { LeadClass } from '#domain/lead/lead-class.ts';
import type { StockSize } from '#domain/stock/stock-size.ts';
import { offeredTree } from '#domain/process-tree/offered.ts';
import { groupBy } from '#domain/group-by.ts';
import { inSnapshot, type Database, type Db } from '#server/db/database.ts';
import {
  machiningPrices,
  materialProcesses,
  materials,
  processes,
  revisions,
  stockSizes,
} from '#server/db/schema.ts';
import { oncePerRevision } from '#server/system/once-per-revision.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import { ENABLED } from '#contract/kernel/fields.ts';
import { readChargeRules } from './rules/charge-rules.queries.ts';
import { readReviewRules } from './rules/review-rules.queries.ts';
import { readLeadClasses } from './rules/lead-classes.queries.ts';
import { buildForest } from './process-forest.ts';

export { readRuleStates, type RuleState } from './rules/charge-rules.queries.ts';
export { readLeadTerms } from './rules/lead-classes.queries.ts';

/** Density in g/cm³. */
export type SoldMaterial = PricedMaterial & { readonly density: number };

/** The catalogue of one revision, in memory: all data for pricing, and the stock sizes. */
export interface Catalogue {
  revision: number;
  /** The materials on sale. */
  materials: ReadonlyMap<number, SoldMaterial>;
  tree: readonly ProcessTreeNode[];
  /** The tree from which customers choose; it omits options without a price. */
  offered: readonly ProcessTreeNode[];
  /** The names of processes and options by id. */
  processNames: ReadonlyMap<number, string>;
  /** The enabled stock sizes, in display order. */
  stockSizes: readonly StockSize[];
  /** The enabled review rules, in display order. */
  reviewRules: readonly ReviewRule[];
  /** The enabled charge rules, in display order, including those for other days. */
  chargeRules: readonly ChargeRule[];
  /** The enabled lead classes except the standard one, in display order. */
  leadClasses: readonly LeadClass[];
  /** The machining prices of the system and of all companies. */
  machiningRows: readonly MachiningPrice[];
  /**
   * Effective prices in yuan by tag for a department path (nearest first): the nearest agreed price, else the
   * system's.
   */
  machiningPricesFor(deptPath: readonly number[]): CncPrice;
}

export type CatalogueReader = (revision: number) => Promise<Catalogue>;

/** Reads the catalogue once per revision; the result may be newer than requested, never older. */
export const createCatalogueReader = (database: Database): CatalogueReader =>
  oncePerRevision(() => inSnapshot(database, readCatalogue));

/** Reads the catalogue in a snapshot. */
export async function readCatalogue(tx: Db): Promise<Catalogue> {
  const [revision] = await tx.select().from(revisions).where(eq(revisions.name, 'catalogue'));
  const materialRows = await tx
    .select()
    .from(materials)
    .where(and(isNull(materials.deletedAt), eq(materials.status, 'onSale')));
  const priceRows = await tx.select().from(materialProcesses);
  const tree = await readProcessTree(tx);
  const machiningRows = await tx.select().from(machiningPrices);
  const sizes = await readStockSizes(tx);
  const rules = await readReviewRules(tx);
  const chargeRules = await readChargeRules(tx);
  const leadClasses = await readLeadClasses(tx);

  const pricesOf = pricesByMaterial(priceRows);
  const onSale = materialRows.map((row) => ({ ...row, processConfig: pricesOf.get(row.id) ?? [] }));
  return {
    revision: revision?.value ?? 0,
    materials: new Map(onSale.map((row) => [row.id, row])),
    tree,
    offered: offeredTree(tree, onSale),
    processNames: namesOf(tree),
    stockSizes: sizes,
    reviewRules: rules,
    chargeRules,
    leadClasses,
    machiningRows,
    machiningPricesFor: machiningPriceLookup(machiningRows),
  };
}

/** The prices of options by material. */
export const pricesByMaterial = (rows: readonly (typeof materialProcesses.$inferSelect)[]) =>
  new Map(
    [...groupBy(rows, ({ materialId }) => materialId)].map(([id, prices]): [number, ProcessPrice[]] => [
      id,
      prices.map(({ processId, price, time }) => ({ id: processId, price, time })),
    ]),
  );

/** Reads the processes that are not deleted, with their options, in display order. */
export async function readProcessTree(db: Db): Promise<ProcessTreeNode[]> {
  const rows = await db
    .select()
    .from(processes)
    .where(isNull(processes.deletedAt))
    .orderBy(asc(processes.sort), asc(processes.id));
  // Pricing does not use the internal notes.
  return buildForest(rows, { isEditor: false });
}

function readStockSizes(db: Db): Promise<StockSize[]> {
  const { id, form, materialTag, thickness, width, diameter, length } = stockSizes;
  return db
    .select({ id, form, materialTag, thickness, width, diameter, length })
    .from(stockSizes)
    .where(and(isNull(stockSizes.deletedAt), eq(stockSizes.status, ENABLED)))
    .orderBy(asc(stockSizes.sort), asc(id));
}

function namesOf(tree: readonly ProcessTreeNode[]): Map<number, string> {
  const nodes = [...tree];
  // The list grows during the loop.
  for (const node of nodes) nodes.push(...node.children);
  return new Map(nodes.map((node) => [node.id, node.name]));
}

/** A machining price of the system (department 0) or of a company. */
type MachiningPrice = Pick<typeof machiningPrices.$inferSelect, 'deptId' | 'materialTag' | 'price'>;

/** Returns a function that finds the `nearestPrices` by tag and caches them by department path. */
export function machiningPriceLookup(rows: readonly MachiningPrice[]) {
  const cache = new Map<string, CncPrice>();
  return (deptPath: readonly number[]): CncPrice => {
    const key = deptPath.join('/');
    const prices =
      cache.get(key) ??
      Object.fromEntries(nearestPrices(rows, deptPath).map(({ materialTag, price }) => [materialTag, price]));
    cache.set(key, prices);
    return prices;
  };
}

/** One row per tag: the price agreed with the nearest department on the path, else the system's (department 0). */
export function nearestPrices<T extends Pick<MachiningPrice, 'deptId' | 'materialTag'>>(
  rows: readonly T[],
  deptPath: readonly number[],
): T[] {
  const nearest = new Map<string, T>();
  for (const deptId of [0, ...deptPath.toReversed()]) {
    for (const row of rows) if (row.deptId === deptId) nearest.set(row.materialTag, row);
  }
  return [...nearest.values()];
}
