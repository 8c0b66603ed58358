import type { ChangeOf, FigureKind } from '#contract/prices/price-changes.ts';
import { recordIdOf } from '#contract/prices/price-changes.ts';
import type { Db } from '#server/db/database.ts';
import type { DraftChange } from '#server/db/schema.ts';
import type { FigureRecords, RecordFigures } from '#server/modules/catalogue/figure-records.ts';
import { materialFigures } from '#server/modules/catalogue/material-figures.service.ts';
import { chargeRuleFigures } from '#server/modules/catalogue/rules/charge-rules.service.ts';
import { leadClassFigures } from '#server/modules/catalogue/rules/lead-classes.service.ts';

/** The kinds of records whose figures price drafts may change. */
export const figureRecords: Readonly<Record<FigureKind, FigureRecords>> = {
  charge: chargeRuleFigures,
  material: materialFigures,
  lead: leadClassFigures,
};

export type FigureChange = ChangeOf<FigureKind>;

/** Whether a change is one of a record's figures. */
export const isRecordChange = (change: DraftChange): change is FigureChange => change.kind in figureRecords;

interface ChangesOfKind {
  records: FigureRecords;
  changes: readonly FigureChange[];
  /** The records by id, including deleted ones. */
  recordsById: ReadonlyMap<number, RecordFigures>;
}

/** Groups changes of figures by the kind of record, and reads the records. */
export async function readRecordFigures(tx: Db, changes: readonly DraftChange[]): Promise<ChangesOfKind[]> {
  const recordChanges = changes.filter(isRecordChange);
  const kinds: ChangesOfKind[] = [];
  for (const kind of new Set(recordChanges.map((change) => change.kind))) {
    const records = figureRecords[kind];
    const kindChanges = recordChanges.filter((change) => change.kind === kind);
    const recordsById = await records.read(tx, kindChanges.map(recordIdOf));
    kinds.push({ records, changes: kindChanges, recordsById });
  }
  return kinds;
}
