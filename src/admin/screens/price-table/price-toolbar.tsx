import { RedoOutlined, ReloadOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Select, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useDictLabel } from '../../field-types/dict-options.ts';
import { viewLabels, type CellView } from './grid/cell-text.ts';
import type { PriceFilter, PriceModel } from './price-model.ts';
import styles from './price-table.module.css';

interface Props {
  model: PriceModel;
  filter: PriceFilter;
  onFilter: (filter: PriceFilter) => void;
  view: CellView;
  onView: (view: CellView) => void;
  missingCount: number;
  onNextMissing: () => void;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onReload: () => void;
  children: ReactNode;
}

export function PriceToolbar({ model, filter, onFilter, view, onView, ...rest }: Props) {
  const labelOf = useDictLabel('material_tag');
  const tags = [...new Set(model.materials.map(({ materialTag }) => materialTag))];
  const processes = new Map(model.options.map((option) => [option.processId, option.processName]));
  return (
    <div className={styles.toolbar} role="search" aria-label="筛选价目总表">
      <Select
        allowClear
        aria-label="材料分类"
        placeholder="全部材料分类"
        className={styles.select}
        value={filter.tag}
        options={tags.map((tag) => ({ value: tag, label: labelOf(tag) }))}
        onChange={(tag: string | undefined) => onFilter({ ...filter, tag })}
      />
      <Select
        allowClear
        aria-label="工艺"
        placeholder="全部工艺"
        className={styles.select}
        value={filter.processId}
        options={[...processes].map(([value, label]) => ({ value, label }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(processId: number | undefined) => onFilter({ ...filter, processId })}
      />
      <Input
        allowClear
        aria-label="查找材料或选项"
        placeholder="查找材料或选项"
        className={styles.search}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
      />
      <Segmented<CellView>
        aria-label="显示内容"
        value={view}
        options={(['both', 'price', 'days'] as const).map((value) => ({ value, label: viewLabels[value] }))}
        onChange={onView}
      />
      <Button
        disabled={rest.missingCount === 0}
        data-missing={rest.missingCount > 0}
        onClick={rest.onNextMissing}
      >
        {rest.missingCount === 0 ? '没有缺价' : `缺价 ${rest.missingCount} 项，看下一项`}
      </Button>
      <span className={styles.tools}>
        <Tooltip title="撤销 Ctrl Z">
          <Button icon={<UndoOutlined />} aria-label="撤销" disabled={!rest.canUndo} onClick={rest.onUndo} />
        </Tooltip>
        <Tooltip title="重做 Ctrl Y">
          <Button icon={<RedoOutlined />} aria-label="重做" disabled={!rest.canRedo} onClick={rest.onRedo} />
        </Tooltip>
        <Tooltip title="重新载入">
          <Button icon={<ReloadOutlined />} aria-label="重新载入" onClick={rest.onReload} />
        </Tooltip>
        {rest.children}
      </span>
    </div>
  );
}
