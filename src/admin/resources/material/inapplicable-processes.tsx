import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { materials } from '#contract/catalogue/materials.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { useCommand } from '../../calls/use-command.ts';
import { inapplicableNodes, type InapplicableNode } from '../../components/prices/applicable-options.ts';
import { invalidateCatalogue } from '../../components/prices/catalogue-queries.ts';
import { useBusy } from '../../components/use-busy.ts';
import { usePermission } from '../../session/use-permission.ts';
import styles from './prices.module.css';

interface Props {
  tree: readonly ProcessNode[];
  materialId: number;
  /** If false, as for a new material, the list is initially expanded. */
  hasPrices: boolean;
  /** The number of inapplicable options with a price. */
  pricedCount: number;
}

/** The processes and options that do not apply to the material. A list of applicable materials excludes new ones. */
export function InapplicableProcesses({ tree, materialId, hasPrices, pricedCount }: Props) {
  const command = useCommand();
  const nodes = useMemo(() => inapplicableNodes(tree, materialId), [tree, materialId]);
  const canAdd = usePermission('mfr:process:edit');
  const queryClient = useQueryClient();
  const { busy, whileBusy } = useBusy<string>();
  if (nodes.length === 0) return null;
  const addable = canAdd ? nodes.filter(({ hasMaterialList }) => hasMaterialList) : [];

  const addMaterial = (chosen: readonly InapplicableNode[]) =>
    void whileBusy(chosen.map(({ id }) => id).join(), async () => {
      const ids = chosen.map(({ id }) => id);
      const { ok } = await command(materials.join, { params: { id: materialId }, body: { ids } });
      if (ok) await invalidateCatalogue(queryClient);
    });
  const addButton = (chosen: readonly InapplicableNode[], text: string, label: string) => (
    <Button
      size="small"
      aria-label={label}
      loading={busy === chosen.map(({ id }) => id).join()}
      onClick={() => addMaterial(chosen)}
    >
      {text}
    </Button>
  );

  return (
    <details className={styles.others} open={!hasPrices}>
      <summary>{nodes.length} 项工艺或选项不适用于这个材料</summary>
      {addable.length > 0 ? (
        <p>
          “仅选中部分启用”的工艺不会自动包括新的材料：这个材料要用的，在这里加入，再填写价格。{' '}
          {addable.length > 1 ? addButton(addable, '全部加入', '加入全部仅选中部分启用的工艺') : null}
        </p>
      ) : null}
      <ul>
        {nodes.map((node) => (
          <li key={node.id}>
            {node.name}{' '}
            {canAdd && node.hasMaterialList ? addButton([node], '加入', `加入 ${node.name}`) : null}
          </li>
        ))}
      </ul>
      <p>
        适用规则在<Link to="/admin/user/process">工艺</Link>中设置。
        {pricedCount > 0 ? `其中已有的 ${pricedCount} 个价格保留不变。` : ''}
      </p>
    </details>
  );
}
