import { materials } from '#contract/catalogue/materials.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { applicableOptions } from '../../components/prices/applicable-options.ts';
import { useProcessTree } from '../../components/prices/catalogue-queries.ts';
import type { RecordPanelProps } from '../../resource-kit/resource-parts.ts';
import { PanelSkeleton } from '../../resource-kit/form-skeleton.tsx';
import { RecordDrawer } from '../../resource-kit/record-drawer.tsx';
import { PricesForm } from './prices-form.tsx';

export function PricesDrawer({ id, onClose }: RecordPanelProps) {
  const record = useEndpoint(materials.one, {
    params: { id },
    quiet: false,
    queryKey: ['material-prices', id],
    gcTime: 0,
    placeholderData: undefined,
  });
  const tree = useProcessTree();
  const problem = record.error ?? tree.error;
  return (
    <RecordDrawer
      title={record.data ? `工艺价格 · ${record.data.name}` : '工艺价格'}
      size={1040}
      onClose={onClose}
    >
      {record.data && tree.data ? (
        <PricesForm
          material={record.data}
          tree={tree.data}
          groups={applicableOptions(tree.data, id)}
          onClose={onClose}
        />
      ) : (
        <PanelSkeleton
          rows={20}
          problem={problem ? { title: '价格加载失败', text: problem.message } : undefined}
          onClose={onClose}
        />
      )}
    </RecordDrawer>
  );
}
