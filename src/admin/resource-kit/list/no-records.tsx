import { Button, Empty } from 'antd';
import type { Resource } from '../define-resource.ts';
import type { ListState } from '../resource-parts.ts';

interface Props {
  resource: Resource;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

export function NoRecords({ resource, state, onChange }: Props) {
  const isFiltered = Object.keys(state.filters).length > 0;
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={isFiltered ? '没有符合条件的记录' : `还没有${resource.label}`}
    >
      {isFiltered ? <Button onClick={() => onChange({ filters: {}, page: 1 })}>清除筛选</Button> : null}
    </Empty>
  );
}
