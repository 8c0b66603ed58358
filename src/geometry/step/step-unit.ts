import type { LengthUnit } from '../model-reading.ts';
import { unitOfLength } from '../units.ts';
import { referencesIn, solidTypes, type StepText } from './step-text.ts';

const MM_PER_METRE = 1000;
const prefixes: Readonly<Record<string, number>> = {
  '': 1,
  ATTO: 1e-18,
  FEMTO: 1e-15,
  PICO: 1e-12,
  NANO: 1e-9,
  MICRO: 1e-6,
  MILLI: 1e-3,
  CENTI: 1e-2,
  DECI: 0.1,
  DECA: 10,
  HECTO: 100,
  KILO: 1000,
  MEGA: 1e6,
  GIGA: 1e9,
  TERA: 1e12,
  PETA: 1e15,
  EXA: 1e18,
};
/** Limit for the nesting of units that are defined in terms of other units. */
const MAX_LEVELS = 4;

/** The unit in which the kernel reads the bodies: that of their contexts, or of the first context with a length. */
export function stepUnit({ entities }: StepText): LengthUnit | undefined {
  const contexts = new Map<number, LengthUnit>();
  for (const [id, { type, parameters }] of entities) {
    if (type !== 'COMPLEX' || !parameters.includes('GLOBAL_UNIT_ASSIGNED_CONTEXT')) continue;
    const assigned = /GLOBAL_UNIT_ASSIGNED_CONTEXT\s*\(\s*\(([^)]*)\)/.exec(parameters)?.[1] ?? '';
    const unit = referencesIn(assigned)
      .map((unitId) => lengthUnit(entities, unitId))
      .find((candidate) => candidate !== undefined);
    if (unit) contexts.set(id, unit);
  }
  const usedUnits = new Set<LengthUnit>();
  for (const { type, parameters } of entities.values()) {
    if (!type.endsWith('SHAPE_REPRESENTATION')) continue;
    const items = referencesIn(parameters);
    const hasBodies =
      type !== 'SHAPE_REPRESENTATION' ||
      items.some((item) => solidTypes.some((solid) => solid === entities.get(item)?.type));
    const unit = hasBodies ? contexts.get(items.at(-1) ?? 0) : undefined;
    if (unit) usedUnits.add(unit);
  }
  if (usedUnits.size > 1) return 'several';
  const [first] = usedUnits.size > 0 ? usedUnits : contexts.values();
  return first;
}

function lengthUnit(entities: StepText['entities'], id: number): LengthUnit | undefined {
  const parameters = entities.get(id)?.parameters ?? '';
  if (!/\bLENGTH_UNIT\b/.test(parameters)) return undefined;
  const mm = lengthInMm(entities, id, 0);
  return mm === undefined ? undefined : unitOfLength(mm);
}

/** Uses the conversion factor, not the name of the unit, as the kernel does. */
function lengthInMm(entities: StepText['entities'], id: number, level: number): number | undefined {
  const parameters = entities.get(id)?.parameters ?? '';
  if (level > MAX_LEVELS) return undefined;
  const [, conversion] = /CONVERSION_BASED_UNIT\s*\(\s*'(?:[^']|'')*'\s*,\s*#(\d+)/.exec(parameters) ?? [];
  if (conversion !== undefined) {
    const measure = entities.get(Number(conversion))?.parameters ?? '';
    const [, value] = /MEASURE\s*\(\s*([-+.\dE]+)\s*\)/.exec(measure) ?? [];
    const base = lengthInMm(entities, referencesIn(measure).at(-1) ?? 0, level + 1);
    return value === undefined || base === undefined ? undefined : Number(value) * base;
  }
  const [, prefix = ''] = /SI_UNIT\s*\(\s*(?:\.(\w+)\.|\$)\s*,\s*\.METRE\./.exec(parameters) ?? [];
  const factor = parameters.includes('.METRE.') ? prefixes[prefix] : undefined;
  return factor === undefined ? undefined : factor * MM_PER_METRE;
}
