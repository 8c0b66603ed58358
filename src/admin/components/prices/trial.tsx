import { useMemo, useState } from 'react';
import type { CncPrice, PricedMaterial, ProcessSelections } from '#domain/pricing/types.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { ProcessSelects, SizeFields } from './part-fields.tsx';
import { PriceComparison } from './price-comparison.tsx';
import { completeSelections, initialSize, partOf } from './trial-part.ts';
import { priceTrialPart } from './trial-price.ts';
import styles from './trial.module.css';

export interface PricedSide {
  material: PricedMaterial;
  cncPrice: CncPrice;
}

interface Props {
  tree: readonly ProcessNode[];
  /** The saved values; undefined for a new record. */
  before: PricedSide | undefined;
  /** The entered values, or a sentence that says why they cannot be priced yet. */
  after: PricedSide | string;
}

/** Survives until the page reloads, so that every preview prices the same part. */
let lastSize = initialSize;

/** Prices a test part before and after a change. */
export function Trial({ tree, before, after }: Props) {
  const [size, setSize] = useState(lastSize);
  const [chosen, setChosen] = useState<ProcessSelections>({});
  const materialId = (typeof after === 'string' ? before?.material.id : after.material.id) ?? 0;
  const selections = useMemo(() => completeSelections(tree, materialId, chosen), [tree, materialId, chosen]);
  const part = partOf(materialId, size, selections);
  const priceOf = (side: PricedSide) => priceTrialPart(side.material, part, side.cncPrice);
  return (
    <section className={styles.trial} aria-label="价格试算">
      <h2>价格试算</h2>
      <PriceComparison
        before={before && priceOf(before)}
        after={typeof after === 'string' ? { problem: after } : priceOf(after)}
      />
      <div className={styles.fields}>
        <SizeFields
          size={size}
          onChange={(next) => {
            lastSize = next;
            setSize(next);
          }}
        />
        <ProcessSelects tree={tree} materialId={materialId} selections={selections} onChange={setChosen} />
      </div>
    </section>
  );
}
