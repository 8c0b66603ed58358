import { Button, Grid, type TableProps } from 'antd';
import type { PriceValue } from '#contract/prices/price-changes.ts';
import {
  yuanChangeOf,
  yuanChangeText,
  priceValueText,
  valueNeedsConfirmation,
} from '../../components/prices/price-value.ts';
import { VirtualTable } from '../../components/tree/virtual-table.tsx';
import { Tag } from '../../field-types/tag.tsx';
import styles from './price-table.module.css';

const DEFAULT_HEIGHT_PX = 420;

export interface NamedChange {
  key: string;
  /** The material, or the kind of record. */
  group: string;
  name: string;
  before: PriceValue;
  after: PriceValue;
  /** Whether the material, option, company or rule no longer exists. */
  isDeleted?: boolean;
  /** Whether another user has changed the price since the draft was written. */
  isChanged?: boolean;
}

interface Props {
  changes: readonly NamedChange[];
  height?: number;
  beforeTitle?: string;
  afterTitle: string;
  onDrop?: (key: string) => void;
  isDropping?: boolean;
}

/** Lists prices of deleted records first, then those that other users have changed, then those to confirm. */
export function PriceChanges({
  changes,
  height = DEFAULT_HEIGHT_PX,
  beforeTitle = '现在',
  afterTitle,
  onDrop,
  isDropping = false,
}: Props) {
  const rankOf = (change: NamedChange) =>
    change.isDeleted ? 3 : change.isChanged ? 2 : valueNeedsConfirmation(change) ? 1 : 0;
  const sorted = changes.toSorted((a, b) => rankOf(b) - rankOf(a));
  const isNarrow = Grid.useBreakpoint().md === false;
  const nameOf = ({ group, isDeleted, isChanged }: NamedChange) => (
    <>
      {group}
      {isDeleted || isChanged ? (
        <>
          {' '}
          <Tag color={isDeleted ? 'red' : 'gold'}>{isDeleted ? '已删除' : '已被修改'}</Tag>
        </>
      ) : null}
    </>
  );
  const afterOf = ({ before, after }: NamedChange) => (
    <>
      <strong>{priceValueText(after, before)}</strong>
      {valueNeedsConfirmation({ before, after }) ? (
        <span className={styles.jump}>{yuanChangeText(yuanChangeOf({ before, after }))}</span>
      ) : null}
    </>
  );
  const columns: NonNullable<TableProps<NamedChange>['columns']> = isNarrow
    ? [
        {
          title: '材料与选项',
          dataIndex: 'group',
          width: 140,
          render: (_group, change) => (
            <>
              <strong>{nameOf(change)}</strong>
              <br />
              {change.name}
            </>
          ),
        },
        {
          title: `${beforeTitle} → ${afterTitle}`,
          dataIndex: 'after',
          width: 110,
          render: (_after, change) => (
            <>
              {priceValueText(change.before, change.after)} →
              <br />
              {afterOf(change)}
            </>
          ),
        },
      ]
    : [
        {
          title: '材料',
          dataIndex: 'group',
          width: 150,
          render: (_group, change) => nameOf(change),
        },
        { title: '选项', dataIndex: 'name', width: 180 },
        {
          title: `${beforeTitle}（元/天）`,
          dataIndex: 'before',
          width: 120,
          render: (_before, { before, after }) => priceValueText(before, after),
        },
        {
          title: `${afterTitle}（元/天）`,
          dataIndex: 'after',
          width: 150,
          render: (_after, change) => afterOf(change),
        },
      ];
  if (onDrop)
    columns.push({
      title: '操作',
      key: 'drop',
      width: 64,
      render: (_value, { key, group, name }) => (
        <Button
          type="link"
          size="small"
          className={styles.drop}
          disabled={isDropping}
          aria-label={`移除 ${group} · ${name}`}
          onClick={() => onDrop(key)}
        >
          移除
        </Button>
      ),
    });
  return <VirtualTable label="价格变动" height={height} rowKey="key" rows={sorted} columns={columns} />;
}
