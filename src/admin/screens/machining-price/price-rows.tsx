import { Button } from 'antd';
import { differenceFen, formatFen, formatYuan } from '#domain/money.ts';
import type { AgreedPrice } from '#contract/catalogue/machining-prices.ts';
import { parsePrice, type EnteredPrices } from './entered-prices.ts';
import { PriceInput } from '../../components/prices/price-input.tsx';
import prices from '../../components/prices/price-rows.module.css';
import styles from './category.module.css';

interface Props {
  isSystem: boolean;
  tags: readonly { tag: string; label: string; count: number }[];
  saved: readonly AgreedPrice[];
  systemPrices: Readonly<Record<string, number>>;
  draft: EnteredPrices;
  problems: ReadonlyMap<string, string>;
  canEdit: boolean;
  trialTag: string | undefined;
  onTry: (tag: string) => void;
  onHistory: (tag: string) => void;
  onChange: (tag: string, text: string) => void;
}

export function PriceRows({ isSystem, tags, saved, systemPrices, draft, problems, canEdit, ...rest }: Props) {
  const priceName = isSystem ? '系统基价（元/件）' : '协议价（元/件）';
  return (
    <div className={styles.scroll}>
      <table className={`${prices.rows} ${styles.rows}`}>
        <thead>
          <tr>
            <th scope="col">材料分类</th>
            <th scope="col" className={prices.figure}>
              材料数
            </th>
            {isSystem ? null : (
              <th scope="col" className={prices.figure}>
                系统基价
              </th>
            )}
            <th scope="col" className={prices.figure}>
              {priceName}
            </th>
            <th scope="col">{isSystem ? '说明' : '与系统相比'}</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {tags.map(({ tag, label, count }) => {
            const row = saved.find(({ materialTag }) => materialTag === tag);
            const system = systemPrices[tag];
            const text = draft[tag] ?? (row ? String(row.price) : '');
            const problem = problems.get(tag);
            const parsed = parsePrice(text);
            const price = 'yuan' in parsed ? parsed.yuan : null;
            const isChanged = problem !== undefined || price !== (row?.price ?? null);
            return (
              <tr key={tag} data-changed={isChanged} data-tried={tag === rest.trialTag}>
                <th scope="row">{label}</th>
                <td className={prices.figure}>{count}</td>
                {isSystem ? null : (
                  <td className={prices.figure}>{system === undefined ? '—' : formatYuan(system)}</td>
                )}
                <td className={prices.figure}>
                  {canEdit ? (
                    <PriceInput
                      aria-label={`${label} ${priceName}`}
                      placeholder={isSystem ? '未设置' : '按系统'}
                      value={text}
                      problem={problem}
                      onFocus={() => {
                        if (count > 0) rest.onTry(tag);
                      }}
                      onChange={(event) => rest.onChange(tag, event.target.value)}
                    />
                  ) : (
                    ((row && formatYuan(row.price)) ?? '—')
                  )}
                </td>
                <td>
                  {isSystem ? (
                    price === null && count > 0 ? (
                      <span className={styles.missing}>缺价，无法报价</span>
                    ) : null
                  ) : row && canEdit && price !== null ? (
                    <>
                      <Difference price={price} system={system} />
                      <Button
                        type="link"
                        size="small"
                        aria-label={`结束 ${label} 的协议`}
                        onClick={() => rest.onChange(tag, '')}
                      >
                        结束协议
                      </Button>
                    </>
                  ) : row && price === null ? (
                    <span className={styles.missing}>保存后协议结束，按系统基价</span>
                  ) : (
                    <Difference price={price} system={system} />
                  )}
                </td>
                <td>
                  <Button
                    type="link"
                    size="small"
                    disabled={count === 0}
                    aria-pressed={tag === rest.trialTag}
                    aria-label={`试算 ${label}`}
                    onClick={() => rest.onTry(tag)}
                  >
                    试算
                  </Button>
                  <Button
                    type="link"
                    size="small"
                    aria-label={`${label} 的变更记录`}
                    onClick={() => rest.onHistory(tag)}
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

/** Shows the difference, such as `−¥5.00（−8.3%）`, or nothing if there is no price to compare with. */
function Difference({ price, system }: { price: number | null; system: number | undefined }) {
  if (price === null || system === undefined) return null;
  const fen = differenceFen(price, system);
  if (fen === 0) return <>相同</>;
  const sign = fen > 0 ? '+' : '−';
  // Fen divided by yuan are percent.
  const percent = system > 0 ? `（${sign}${(Math.abs(fen) / system).toFixed(1)}%）` : '';
  return (
    <>
      {sign}
      {formatFen(Math.abs(fen))}
      {percent}
    </>
  );
}
