import { Button } from 'antd';
import type { CostRow } from '#contract/catalogue/costs.ts';
import { formatYuan } from '#domain/money.ts';
import { marginPercentText } from '#domain/pricing/margin.ts';
import { useDictLabel } from '../../field-types/dict-options.ts';
import { PriceInput } from '../../components/prices/price-input.tsx';
import prices from '../../components/prices/price-rows.module.css';
import { hasPrice, keyOf, marginOf, parseCost, type CostDraft } from './cost-draft.ts';
import styles from './costs.module.css';

interface Props {
  rows: readonly CostRow[];
  draft: CostDraft;
  canEdit: boolean;
  onChange: (row: CostRow, text: string) => void;
  onHistory: (row: CostRow, name: string) => void;
}

const heads = {
  machining: ['材料分类', '系统基价', '加工成本（元/件）'],
  material: ['材料', '材料分类', '材料成本（元/kg）'],
  option: ['工艺选项', '价格', '成本（元/件）'],
  hour: ['材料分类', '', '机时成本（元/小时）'],
} as const satisfies Record<CostRow['kind'], readonly [string, string, string]>;

export function CostRows({ rows, draft, canEdit, onChange, onHistory }: Props) {
  const labelOf = useDictLabel('material_tag');
  const kind = rows[0]?.kind ?? 'machining';
  const [nameHead, detailHead, costHead] = heads[kind];
  const detailClass = hasPrice(kind) ? prices.figure : undefined;
  return (
    <div className={styles.scroll}>
      <table className={prices.rows}>
        <thead>
          <tr>
            <th scope="col">{nameHead}</th>
            {detailHead === '' ? null : (
              <th scope="col" className={detailClass}>
                {detailHead}
              </th>
            )}
            <th scope="col" className={prices.figure}>
              {costHead}
            </th>
            {hasPrice(kind) ? (
              <th scope="col" className={prices.figure}>
                单件毛利率
              </th>
            ) : null}
            <th scope="col">变更记录</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const name = kind === 'machining' || kind === 'hour' ? labelOf(row.name) : row.name;
            const label = kind === 'option' ? `${row.group} ${name}` : name;
            const text = draft[keyOf(row)]?.text ?? (row.cost === null ? '' : String(row.cost));
            const parsed = parseCost(text);
            const cost = 'yuan' in parsed ? parsed.yuan : null;
            const problem = 'problem' in parsed ? parsed.problem : undefined;
            const margin = marginOf(row.price, cost);
            return (
              <tr key={keyOf(row)} data-changed={problem !== undefined || cost !== row.cost}>
                <th scope="row">
                  {name}
                  {kind === 'option' ? <small className={styles.group}>{row.group}</small> : null}
                </th>
                {detailHead === '' ? null : (
                  <td className={detailClass}>
                    {kind === 'material'
                      ? labelOf(row.group)
                      : row.price === null
                        ? '—'
                        : formatYuan(row.price)}
                  </td>
                )}
                <td className={prices.figure}>
                  {canEdit ? (
                    <PriceInput
                      aria-label={`${label} ${costHead}`}
                      placeholder="未知"
                      value={text}
                      problem={problem}
                      onChange={(event) => onChange(row, event.target.value)}
                    />
                  ) : row.cost === null ? (
                    '未知'
                  ) : (
                    formatYuan(row.cost)
                  )}
                  {cost === 0 && row.cost !== 0 ? (
                    <span role="status" className={styles.zero}>
                      按 0 元计入成本；不清楚请留空
                    </span>
                  ) : null}
                </td>
                {hasPrice(kind) ? (
                  <td
                    className={`${prices.figure} ${styles.margin}`}
                    data-low={margin !== undefined && margin.fen < 0}
                  >
                    {margin === undefined ? '—' : marginPercentText(margin)}
                  </td>
                ) : null}
                <td>
                  <Button
                    type="link"
                    size="small"
                    aria-label={`${label} 的变更记录`}
                    onClick={() => onHistory(row, label)}
                  >
                    记录
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
