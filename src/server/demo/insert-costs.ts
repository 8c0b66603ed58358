import type { CostBook } from '#domain/pricing/cost.ts';
import { startOfHour, type DayNumber } from '#domain/shanghai-time.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import { readCostBook } from '#server/modules/costs/cost-book.service.ts';
import { readCosts } from '#server/modules/costs/stored-costs.service.ts';
import { fillCosts, saveCosts } from '#server/modules/price-table/costs/save-costs.ts';

/** Costs in percent of machining and option prices. Low, because the quantity factor halves the price of a few hundred pieces. */
const MACHINING_PERCENT = 30;
const OPTION_PERCENT = 40;
/** Yuan per kg, by material tag. */
const KG_COSTS: Readonly<Record<string, number>> = {
  aluminium: 28,
  stainless: 22,
  carbon_steel: 8,
  copper: 68,
  plastic: 45,
  titanium: 260,
};

/** Yuan per machine hour, by material tag. */
const HOUR_COSTS: Readonly<Record<string, number>> = {
  aluminium: 90,
  stainless: 110,
  carbon_steel: 95,
  copper: 100,
  plastic: 80,
  titanium: 160,
};

/** Enters the shop's costs unless it has some, and returns all costs. */
export async function insertCosts(tx: Db, { materials }: Catalogue, last: DayNumber): Promise<CostBook> {
  if ((await readCosts(tx)).size === 0) {
    // User 1 is the seeded administrator.
    const by = { userId: 1, now: startOfHour(last, 8) };
    await fillCosts(tx, { kind: 'machining', percent: MACHINING_PERCENT }, by);
    await fillCosts(tx, { kind: 'option', percent: OPTION_PERCENT }, by);
    const materialCosts = [...materials.values()].map(({ id, materialTag }) => ({
      kind: 'material' as const,
      materialTag: '',
      materialId: id,
      optionId: 0,
      before: null,
      after: KG_COSTS[materialTag] ?? null,
    }));
    const hourCosts = [...new Set([...materials.values()].map(({ materialTag }) => materialTag))].map(
      (materialTag) => ({
        kind: 'hour' as const,
        materialTag,
        materialId: 0,
        optionId: 0,
        before: null,
        after: HOUR_COSTS[materialTag] ?? null,
      }),
    );
    await saveCosts(tx, [...materialCosts, ...hourCosts], by);
  }
  return readCostBook(tx);
}
