import { useMachiningPrices, useProcessTree } from '../../components/prices/catalogue-queries.ts';
import { Trial } from '../../components/prices/trial.tsx';
import type { FormAsideProps } from '../../resource-kit/define-resource.ts';
import { enteredMaterial, savedMaterial } from './priced-values.ts';

/** Shown beside the material's form: the price of the test part now and with the entered values. */
export function MaterialPreview({ values, saved: row }: FormAsideProps) {
  const cncPrice = useMachiningPrices();
  const { data: tree } = useProcessTree();
  if (!cncPrice || !tree) return null;
  const saved = savedMaterial(row);
  const entered = enteredMaterial(values, saved);
  return (
    <Trial
      tree={tree}
      before={saved && { material: saved, cncPrice }}
      after={entered ? { material: entered, cncPrice } : '请填写材料分类、基准尺寸、基础交期和交期指数'}
    />
  );
}
