import { material as schema, type Material } from '#contract/catalogue/material-list.ts';
import type { PricedMaterial } from '#domain/pricing/types.ts';
import { useMachiningPrices, useProcessTree } from '../../components/prices/catalogue-queries.ts';
import { Trial } from '../../components/prices/trial.tsx';
import type { FormAsideProps } from '../../resource-kit/resource-parts.ts';

/** Shown beside the form: the price of the test part with the saved and with the entered values. */
export function MaterialPreview({ values, saved: row }: FormAsideProps) {
  const cncPrice = useMachiningPrices();
  const { data: tree } = useProcessTree();
  if (!cncPrice || !tree) return null;
  const saved = schema.safeParse(row).data;
  const entered = enteredMaterial(values, saved);
  return (
    <Trial
      tree={tree}
      before={saved && { material: saved, cncPrice }}
      after={entered ? { material: entered, cncPrice } : '请填写材料分类、基准尺寸、基础交期和交期指数'}
    />
  );
}

const numericFields = ['length', 'width', 'height', 'deliveryTime', 'speed'] as const;

/** The entered material with the prices of the saved one; undefined while a value is missing. */
function enteredMaterial(
  values: Readonly<Record<string, unknown>>,
  saved: Material | undefined,
): PricedMaterial | undefined {
  const { name, materialTag } = values;
  const figures = { length: 0, width: 0, height: 0, deliveryTime: 0, speed: 0 };
  for (const key of numericFields) {
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
