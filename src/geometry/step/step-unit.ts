import type { LengthUnit } from '../model-reading.ts';
import { references, strings, type StepText } from './step-text.ts';

const metric: Readonly<Record<string, LengthUnit>> = { '': 'm', MICRO: 'um', MILLI: 'mm', CENTI: 'cm' };
const named: readonly (readonly [RegExp, LengthUnit])[] = [
  [/^INCH|^IN$/i, 'in'],
  [/^FOOT|^FEET|^FT$/i, 'ft'],
  [/^MILLI|^MM$/i, 'mm'],
  [/^CENTI|^CM$/i, 'cm'],
  [/^MICRO/i, 'um'],
  [/^MET(?:RE|ER)|^M$/i, 'm'],
];

/** The unit of the file's first context with a length. */
export function stepUnit({ entities }: StepText): LengthUnit | undefined {
  for (const { type, parameters } of entities.values()) {
    if (type !== 'COMPLEX' || !parameters.includes('GLOBAL_UNIT_ASSIGNED_CONTEXT')) continue;
    const assigned = /GLOBAL_UNIT_ASSIGNED_CONTEXT\s*\(\s*\(([^)]*)\)/.exec(parameters)?.[1] ?? '';
    for (const id of references(assigned)) {
      const unit = lengthUnit(entities.get(id)?.parameters ?? '');
      if (unit) return unit;
    }
  }
  return undefined;
}

function lengthUnit(parameters: string): LengthUnit | undefined {
  if (!/\bLENGTH_UNIT\b/.test(parameters)) return undefined;
  if (parameters.includes('CONVERSION_BASED_UNIT')) {
    const [name = ''] = strings(parameters);
    return named.find(([pattern]) => pattern.test(name))?.[1];
  }
  const prefix = /SI_UNIT\s*\(\s*(?:\.(\w+)\.|\$)\s*,\s*\.METRE\./.exec(parameters);
  return prefix ? metric[prefix[1] ?? ''] : undefined;
}
