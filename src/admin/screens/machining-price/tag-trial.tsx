import { Select } from 'antd';
import { useState } from 'react';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { CncPrice } from '#domain/pricing/types.ts';
import { useProcessTree } from '../../components/prices/catalogue-queries.ts';
import { LabelledField } from '../../components/prices/part-fields.tsx';
import { Trial } from '../../components/prices/trial.tsx';
import styles from './category.module.css';

interface Props {
  label: string;
  materials: readonly Material[];
  before: CncPrice;
  after: CncPrice;
}

/** Prices a test part in a material of this tag, before and after the change. */
export function TagTrial({ label, materials, before, after }: Props) {
  const { data: tree } = useProcessTree();
  const [chosen, setChosen] = useState<number>();
  const material = materials.find(({ id }) => id === chosen) ?? materials[0];
  if (!tree || !material) return null;
  return (
    <aside className={styles.aside}>
      <LabelledField label={`${label}的试算材料`}>
        {(id) => (
          <Select
            id={id}
            value={material.id}
            options={materials.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(next: number) => setChosen(next)}
          />
        )}
      </LabelledField>
      <Trial
        key={material.id}
        tree={tree}
        before={{ material, cncPrice: before }}
        after={{ material, cncPrice: after }}
      />
    </aside>
  );
}
