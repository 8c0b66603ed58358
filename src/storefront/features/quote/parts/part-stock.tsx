import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Material } from '#contract/catalogue/material-list.ts';
import { stockSizes } from '#contract/catalogue/stock-sizes.ts';
import { partShape } from '#domain/stock/part-shape.ts';
import { planStock, stockChoices } from '#domain/stock/plan-stock.ts';
import { pieceText } from '#domain/stock/stock-texts.ts';
import { fetchData } from '#providers/http/http.ts';
import { Button } from '#storefront/ui/button.tsx';
import { SelectField } from '#storefront/ui/form/select-field.tsx';
import { StockFacts } from '#storefront/ui/order/stock-facts.tsx';
import { itemFromFields, parseField, type PartDraft } from '../draft/draft.ts';
import { figuresOf } from '../draft/part-model.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import styles from './part-stock.module.css';

interface PartStockProps {
  part: PartDraft;
  material: Material;
  dispatch: Dispatch;
}

const stockTableQuery = queryOptions({
  queryKey: ['stock-table'],
  // The component shows the failure itself.
  queryFn: () => fetchData(stockSizes.table, { quiet: true }),
  staleTime: 600_000,
});

/** Option value that leaves the choice to the shop's rule. */
const AUTOMATIC = '';

/** The stock that the server will plan for a part; the customer may choose another. */
export function PartStock({ part, material, dispatch }: PartStockProps) {
  const { data: table, isError, refetch } = useQuery(stockTableQuery);
  const { key, stockSizeId } = part;
  const shape = useMemo(() => shapeOf(part), [part]);
  const choices = useMemo(
    () => (table ? stockChoices(shape, material.materialTag, table) : []),
    [shape, material.materialTag, table],
  );
  if (isError)
    return (
      <p role="alert" className={styles.note}>
        毛坯规格没有读到，不影响报价。
        <Button size="small" variant="ghost" onClick={() => void refetch()}>
          重新读取
        </Button>
      </p>
    );
  if (!table) return <p className={styles.note}>正在读取毛坯规格…</p>;
  const plan = planStock(shape, material, table, stockSizeId);
  const [best] = choices;
  const choose = (value: string) =>
    dispatch({
      type: 'modelChanged',
      key,
      change: () => ({ stockSizeId: value === AUTOMATIC ? undefined : Number(value) }),
    });
  return (
    <StockFacts stock={plan}>
      {stockSizeId !== undefined && !plan.isByHand && (
        <p role="status" className={styles.replaced}>
          手工选择的毛坯已放不下零件或不再备料，已改为自动选择。
        </p>
      )}
      {best && (
        <SelectField
          label="改用其他毛坯"
          value={plan.isByHand ? String(stockSizeId) : AUTOMATIC}
          options={[
            { value: AUTOMATIC, label: `自动：${pieceText(best)}` },
            ...choices.map((piece) => ({ value: String(piece.size.id), label: pieceText(piece) })),
          ]}
          onChange={(event) => choose(event.target.value)}
        />
      )}
    </StockFacts>
  );
}

function shapeOf(part: PartDraft) {
  const [length = 0, width = 0, height = 0] = (['length', 'width', 'height'] as const).map((field) =>
    parseField(part, field),
  );
  const { remark } = itemFromFields(part);
  return partShape({ length, width, height, remark }, part.modelFile && figuresOf(part.modelFile));
}
