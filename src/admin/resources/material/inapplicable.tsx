import { useMemo } from 'react';
import { Link } from 'react-router';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { inapplicableNames } from '../../components/applicable-options.ts';
import styles from './prices.module.css';

interface Props {
  tree: readonly ProcessNode[];
  materialId: number;
  /** How many of them have a price of before. */
  priced: number;
}

/** What the material's customers cannot choose. A new material is missing from rules that list single materials. */
export function Inapplicable({ tree, materialId, priced }: Props) {
  const names = useMemo(() => inapplicableNames(tree, materialId), [tree, materialId]);
  if (names.length === 0) return null;
  return (
    <details className={styles.others}>
      <summary>{names.length} 项工艺或选项不适用于这个材料</summary>
      <p>{names.join('、')}</p>
      <p>
        适用规则在<Link to="/admin/user/process">工艺</Link>中设置。
        {priced > 0 ? `其中已有的 ${priced} 个价格保留不变。` : ''}
      </p>
    </details>
  );
}
