import { isNull } from 'drizzle-orm';
import {
  chargeRuleImport,
  chargeRules as endpoints,
  type ChargeRuleRecord,
} from '#contract/catalogue/charge-rules.ts';
import { STANDARD, STANDARD_ID } from '#domain/lead/lead-class.ts';
import type { Db } from '#server/db/database.ts';
import { leadClasses, materials, processes } from '#server/db/schema.ts';
import { nameLookup, treePaths } from '#server/imports/name-lookup.ts';
import type { Lookup } from '#server/imports/record-import.ts';
import { storeImport } from '#server/imports/store-import.ts';
import { chargeRuleStore, checkRuleAndJumps } from './charge-rules.service.ts';
import { tagLookup } from '../material-tags.ts';

/** Lookups for the names of everything to which a rule in a file may apply. */
async function readLookups(tx: Db): Promise<Record<string, Lookup>> {
  const materialNames = await tx
    .select({ value: materials.id, name: materials.name })
    .from(materials)
    .where(isNull(materials.deletedAt));
  const nodes = await tx
    .select({ id: processes.id, parentId: processes.parentId, name: processes.name })
    .from(processes)
    .where(isNull(processes.deletedAt));
  const roots = new Set(nodes.filter(({ parentId }) => parentId === 0).map((node) => node.id));
  const options = treePaths(nodes).filter(({ value }) => !roots.has(value));
  const leads = await tx
    .select({ value: leadClasses.id, name: leadClasses.name })
    .from(leadClasses)
    .where(isNull(leadClasses.deletedAt));
  return {
    leadClassId: nameLookup([{ value: STANDARD_ID, name: STANDARD.name }, ...leads], null),
    materialTag: await tagLookup(tx),
    materialId: nameLookup(materialNames, null),
    optionId: nameLookup(options, null, { byLastPart: true }),
  };
}

/** Replaces ids in rules by the names that an import reads. */
export async function withImportedNames(tx: Db, rules: readonly ChargeRuleRecord[]): Promise<object[]> {
  const names = Object.entries(await readLookups(tx));
  return rules.map((rule) => ({
    ...rule,
    ...Object.fromEntries(names.map(([field, { nameOf }]) => [field, nameOf(Reflect.get(rule, field))])),
  }));
}

/** A preview of this import can be applied at once or become a price draft. */
export const chargeRuleImporter = storeImport({
  store: chargeRuleStore,
  check: checkRuleAndJumps,
  lookups: readLookups,
  revision: 'catalogue',
  spec: chargeRuleImport,
  endpoints,
});
