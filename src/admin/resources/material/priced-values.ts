import { material as schema, type Material } from '#contract/catalogue/material-list.ts';
import type { PricedMaterial } from '#domain/pricing/types.ts';
import type { Row } from '../../field-types/field.ts';

const numbers = ['length', 'width', 'height', 'deliveryTime', 'speed'] as const;

/** The record of a form as a material. */
export function savedMaterial(row: Row | undefined): Material | undefined {
  return schema.safeParse(row).data;
}

/** The entered material with the prices of the saved one; undefined while a value is missing. */
export function enteredMaterial(
  values: Readonly<Record<string, unknown>>,
  saved: Material | undefined,
): PricedMaterial | undefined {
  const { name, materialTag } = values;
  const figures = { length: 0, width: 0, height: 0, deliveryTime: 0, speed: 0 };
  for (const key of numbers) {
    const value = values[key];
    if (typeof value !== 'number') return undefined;
    figures[key] = value;
  }
  if (typeof materialTag !== 'string') return undefined;
  return {
    ...figures,
    id: saved?.id ?? 0,
    name: typeof name === 'string' ? name : '',
    materialTag,
    processConfig: saved?.processConfig ?? [],
  };
}
