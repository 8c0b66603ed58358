import type { ChangeOf, FigureKind } from '#contract/prices/price-changes.ts';
import { recordIdOf } from '#contract/prices/price-changes.ts';
import type { Db } from '#server/db/database.ts';
import type { DraftChange } from '#server/db/schema.ts';
import type { FiguredRecords, FoundFigures } from '#server/modules/catalogue/figured-records.ts';
import { figuredMaterials } from '#server/modules/catalogue/material-figures.service.ts';
import { figuredRules } from '#server/modules/catalogue/rules/charge-rules.service.ts';
import { figuredLeads } from '#server/modules/catalogue/rules/lead-classes.service.ts';

/** The records whose figures drafts change; a new kind is one more line here. */
export const figuredKinds: Readonly<Record<FigureKind, FiguredRecords>> = {
  charge: figuredRules,
  material: figuredMaterials,
  lead: figuredLeads,
};

export type FigureChange = ChangeOf<FigureKind>;

/** Whether the change is one of the figures of a record. */
export const isOfRecord = (change: DraftChange): change is FigureChange => change.kind in figuredKinds;

/** Changes of figures of one kind of record, with these records as they are now. */
interface OfKind {
  records: FiguredRecords;
  changes: readonly FigureChange[];
  found: ReadonlyMap<number, FoundFigures>;
}

/** The changes of figures by the kind of their records, with what these are now. */
export async function readFigured(tx: Db, changes: readonly DraftChange[]): Promise<OfKind[]> {
  const ofRecords = changes.filter(isOfRecord);
  const kinds: OfKind[] = [];
  for (const kind of new Set(ofRecords.map((change) => change.kind))) {
    const records = figuredKinds[kind];
    const own = ofRecords.filter((change) => change.kind === kind);
    kinds.push({ records, changes: own, found: await records.read(tx, own.map(recordIdOf)) });
  }
  return kinds;
}
