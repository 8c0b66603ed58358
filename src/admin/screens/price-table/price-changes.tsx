import { percentText } from '#domain/pricing/price-jump.ts';
import type { CellValue } from '#contract/price-table.ts';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { cellText } from './cell-text.ts';
import { isJump, type NamedChange } from './jumps.ts';
import styles from './price-table.module.css';

const shown = (value: CellValue) => cellText(value, 'both') || '（无价格）';

const BODY_PX = 420;

interface Props {
  changes: readonly NamedChange[];
  height?: number;
  /** The heads of the old and the new values. */
  beforeTitle?: string;
  afterTitle: string;
}

/** Changed prices, old → new; those that jump come first and say by how much. */
export function PriceChanges({ changes, height = BODY_PX, beforeTitle = '现在', afterTitle }: Props) {
  const sorted = changes.toSorted((a, b) => Number(isJump(b)) - Number(isJump(a)));
  return (
    <VirtualTable
      label="价格变动"
      height={height}
      rowKey="key"
      rows={sorted}
      columns={[
        { title: '材料', dataIndex: 'materialName', width: 220 },
        { title: '选项', dataIndex: 'optionName', width: 220 },
        { title: `${beforeTitle}（元/天）`, dataIndex: 'before', width: 150, render: shown },
        {
          title: `${afterTitle}（元/天）`,
          dataIndex: 'after',
          width: 210,
          render: (after: CellValue, { before }) => (
            <>
              <strong>{shown(after)}</strong>
              {before && after && isJump({ before, after }) ? (
                <span className={styles.jump}>{percentText(before.price, after.price)}</span>
              ) : null}
            </>
          ),
        },
      ]}
    />
  );
}
