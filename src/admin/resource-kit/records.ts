import type { Row } from '../field-types/field.ts';
import type { Resource } from './define-resource.ts';
import type { ListState } from './resource-parts.ts';
import { PAGE_SIZES } from './list/list-state.ts';
import type { RowActions } from './list/row-actions.tsx';

export interface RecordsProps {
  resource: Resource;
  columns: readonly string[];
  rows: readonly Row[];
  total: number;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
  isLoading: boolean;
  actions: RowActions;
  chosen: readonly number[];
  /** Undefined if rows cannot be chosen. */
  onChoose?: (ids: readonly number[]) => void;
}

export const paginationOf = ({ state, total }: Pick<RecordsProps, 'state' | 'total'>) => ({
  current: state.page,
  pageSize: state.pageSize,
  total,
  pageSizeOptions: PAGE_SIZES,
  showSizeChanger: true,
  showTotal: (count: number) => `共 ${count} 条`,
  hideOnSinglePage: false,
  size: 'small' as const,
});
