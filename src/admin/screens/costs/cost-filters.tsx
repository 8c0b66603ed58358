import { Checkbox, Input, Segmented, Select } from 'antd';
import type { CostRow } from '#contract/catalogue/costs.ts';
import styles from './costs.module.css';

const kinds = [
  { value: 'machining', label: '加工' },
  { value: 'option', label: '工艺选项' },
  { value: 'material', label: '材料' },
  { value: 'hour', label: '机时' },
] as const satisfies readonly { value: CostRow['kind']; label: string }[];

export interface CostFilter {
  kind: CostRow['kind'];
  /** Applies to the kind `option` only. */
  materialId: number | undefined;
  name: string;
  onlyUnknown: boolean;
}

interface Props {
  filter: CostFilter;
  materials: readonly CostRow[];
  onChange: (changed: Partial<CostFilter>) => void;
}

export function CostFilters({ filter: { kind, materialId, onlyUnknown }, materials, onChange }: Props) {
  return (
    <>
      <div className={styles.kinds}>
        <Segmented<CostRow['kind']>
          aria-label="成本类别"
          value={kind}
          options={[...kinds]}
          // The search text belongs to the previous kind.
          onChange={(next) => onChange({ kind: next, name: '' })}
        />
      </div>
      {kind === 'option' ? (
        <Select
          aria-label="材料"
          className={styles.material}
          placeholder="全部材料"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          value={materialId}
          options={materials.map((row) => ({ value: row.materialId, label: row.name }))}
          onChange={(next: number | undefined) => onChange({ materialId: next })}
        />
      ) : null}
      {kind === 'machining' || kind === 'hour' ? null : (
        <Input.Search
          key={kind}
          aria-label="名称"
          className={styles.search}
          placeholder="名称"
          allowClear
          maxLength={200}
          onSearch={(text) => onChange({ name: text })}
        />
      )}
      <Checkbox checked={onlyUnknown} onChange={(event) => onChange({ onlyUnknown: event.target.checked })}>
        只看未知
      </Checkbox>
    </>
  );
}
