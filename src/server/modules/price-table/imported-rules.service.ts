import { isDeepStrictEqual } from 'node:util';
import { chargeRules, type ChargeRuleInput } from '#contract/catalogue/charge-rules.ts';
import { DISABLED, ENABLED } from '#contract/kernel/fields.ts';
import {
  chargeFigures,
  chargeFiguresOf,
  ONLY_FIGURES,
  type ChangeOf,
} from '#contract/prices/price-changes.ts';
import type { Db } from '#server/db/database.ts';
import { AppError } from '#server/http/app-error.ts';
import { foundOrThrow } from '#server/http/records.ts';
import { loggedRows } from '#server/imports/import-routes.ts';
import { planAsPreviewed } from '#server/imports/plan-import.ts';
import type { PlannedRow } from '#server/imports/compare-records.ts';
import type { WriteCall } from '#server/imports/record-import.ts';
import { chargeRuleImporter } from '#server/modules/catalogue/rules/charge-rule-import.service.ts';
import { chargeRuleStore } from '#server/modules/catalogue/rules/charge-rules.service.ts';

const figureNames = new Set(Object.keys(chargeFigures.shape));

/**
 * Converts the previewed import of charge rules into changes of a draft, inside a catalogue write: does not write
 * existing rules, and saves new ones disabled. Throws `import.expired`, and `request.invalid` when more than the
 * figures of a rule change.
 */
export async function convertImportedRules(
  tx: Db,
  sentImport: Parameters<typeof planAsPreviewed>[2],
  now: Date,
): Promise<{ changes: ChangeOf<'charge'>[]; logEntry: Record<string, unknown> }> {
  const { caller } = sentImport;
  const planned = await planAsPreviewed(tx, chargeRuleImporter, sentImport);
  const changes: ChangeOf<'charge'>[] = [];
  for (const row of planned) {
    const change =
      row.id === undefined
        ? await addDisabled(tx, inputOf(row), { caller, now, audit: () => undefined })
        : await toFigureChange(tx, row, row.id);
    if (change) changes.push(change);
  }
  return { changes, logEntry: loggedRows(planned) };
}

/** The comparison has checked each field by the rules of the endpoint's body. */
const inputOf = ({ input }: PlannedRow) => input as unknown as ChargeRuleInput;

/** Saves a new rule disabled and returns the change that enables it; undefined for one that stays disabled. */
async function addDisabled(
  tx: Db,
  input: ChargeRuleInput,
  call: WriteCall,
): Promise<ChangeOf<'charge'> | undefined> {
  const before = chargeFiguresOf({ ...input, status: DISABLED });
  const ruleId = await chargeRuleImporter.create(tx, { ...input, status: DISABLED }, call, undefined);
  return input.status === ENABLED
    ? { kind: 'charge', ruleId, before, after: { ...before, status: ENABLED } }
    : undefined;
}

async function toFigureChange(tx: Db, row: PlannedRow, ruleId: number): Promise<ChangeOf<'charge'>> {
  const saved = foundOrThrow(await chargeRuleStore.find(tx, ruleId));
  const input = inputOf(row);
  const otherFields = Object.keys(chargeRules.create.body.shape).filter((field) => !figureNames.has(field));
  if (otherFields.some((field) => !isDeepStrictEqual(Reflect.get(input, field), Reflect.get(saved, field))))
    throw new AppError('request.invalid', { msg: `第${row.row}行 ${row.name}：${ONLY_FIGURES}导入` });
  return { kind: 'charge', ruleId, before: chargeFiguresOf(saved), after: chargeFiguresOf(input) };
}
