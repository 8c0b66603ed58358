import type { Book } from '#domain/replay/sold-line.ts';
import { rulesOn } from '#domain/charges/charge-rule.ts';
import { ruleInFen, ruleInYuan } from '#contract/catalogue/charge-rules.ts';
import { ENABLED } from '#contract/kernel/fields.ts';
import { withFigures, type ChargeFigures } from '#contract/prices/price-changes.ts';
import type { LeadFigures } from '#contract/prices/record-figures.ts';
import type { DraftChange } from '#server/db/schema.ts';
import {
  machiningPriceLookup,
  type Catalogue,
  type RuleState,
  type SoldMaterial,
} from '#server/modules/catalogue/catalogue.service.ts';

/** The catalogue after the publication of a draft, except charge rules and lead classes: see `rulesWith` and `leadsWith`. */
export function withDraft(catalogue: Catalogue, changes: readonly DraftChange[]): Catalogue {
  const materials = new Map<number, SoldMaterial>(catalogue.materials);
  let machiningRows = catalogue.machiningRows;
  for (const change of changes) {
    if (change.kind === 'machining') {
      const { deptId, materialTag, after } = change;
      const others = machiningRows.filter((row) => row.deptId !== deptId || row.materialTag !== materialTag);
      machiningRows = after === null ? others : [...others, { deptId, materialTag, price: after }];
    }
    if (change.kind !== 'cell' && change.kind !== 'material') continue;
    const material = materials.get(change.materialId);
    if (!material) continue;
    if (change.kind === 'material') {
      materials.set(material.id, { ...material, ...change.after });
      continue;
    }
    const { materialId, optionId, after } = change;
    const others = material.processConfig.filter(({ id }) => id !== optionId);
    const processConfig = after ? [...others, { id: optionId, ...after }] : others;
    materials.set(materialId, { ...material, processConfig });
  }
  return {
    ...catalogue,
    materials,
    machiningRows,
    machiningPricesFor: machiningPriceLookup(machiningRows),
  };
}

/** The charge rules after the publication of a draft. A rule that did not exist in a replayed version is disabled. */
export function rulesWith(rules: readonly RuleState[], changes: readonly DraftChange[]): RuleState[] {
  const figures = new Map<number, ChargeFigures | null>(
    changes.flatMap((change) => (change.kind === 'charge' ? [[change.ruleId, change.after]] : [])),
  );
  return rules.map((rule) => {
    const after = figures.get(rule.id);
    if (after === undefined) return rule;
    if (after === null) return { ...rule, isEnabled: false };
    return { ...ruleInFen(withFigures(ruleInYuan(rule), after)), isEnabled: after.status === ENABLED };
  });
}

/** The fields of lead classes that a draft may change, by class id. */
export type LeadTermsById = ReadonlyMap<number, Pick<LeadFigures, 'factor' | 'percent'>>;

/** The lead classes after the publication of a draft. A class that did not exist in a replayed version stays unchanged. */
export function leadsWith(leads: LeadTermsById, changes: readonly DraftChange[]): LeadTermsById {
  const changed = new Map(leads);
  for (const change of changes) {
    // Unlike drafts, the history has null where the class did not exist.
    const after: LeadFigures | null = change.kind === 'lead' ? change.after : null;
    if (change.kind === 'lead' && after)
      changed.set(change.leadClassId, { factor: after.factor, percent: after.percent });
  }
  return changed;
}

/** Updates the lead factors, which decide to which other classes a rule applies. */
const withLeadFactors = (rules: readonly RuleState[], leads: LeadTermsById): RuleState[] =>
  rules.map((rule) => {
    const factor = rule.leadClassId === null ? undefined : leads.get(rule.leadClassId)?.factor;
    return factor === undefined || rule.leadFactor === null ? rule : { ...rule, leadFactor: factor };
  });

/** Selects the data that a replay needs from a catalogue, with the rules that are enabled and valid on this day (`YYYY-MM-DD`). */
export const bookOf = (
  catalogue: Catalogue,
  rules: readonly RuleState[],
  leads: LeadTermsById,
  day: string,
): Book => ({
  chargeRules: rulesOn(
    withLeadFactors(rules, leads).filter(({ isEnabled }) => isEnabled),
    day,
  ),
  leads,
  materials: catalogue.materials,
  options: new Set(catalogue.processNames.keys()),
  machiningPricesFor: (deptPath) => catalogue.machiningPricesFor(deptPath),
});
