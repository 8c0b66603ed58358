import { useQuery } from '@tanstack/react-query';
import { earlierParts, type EarlierPart } from '#contract/orders/earlier-parts.ts';
import { enteredName } from '#domain/parts/line-title.ts';
import { LINE_PRICE_LABEL, linePrice, piecePriceText } from '#domain/pricing/line-price.ts';
import { modelScales } from '#domain/models/model-check.ts';
import { dateText } from '#domain/shanghai-time.ts';
import { scaleFingerprint } from '#geometry/fingerprint.ts';
import type { Fingerprint, ModelReading } from '#geometry/model-reading.ts';
import { fetchData } from '#providers/http/http.ts';
import { paths } from '#storefront/app/paths.ts';
import { Button } from '#storefront/ui/button.tsx';
import { searchFingerprint } from '#storefront/ui/order/search-fingerprint.ts';
import type { QuoteCatalogue } from '../draft/catalogue-types.ts';
import { fieldsFromOrderItem, type PartDraft } from '../draft/draft.ts';
import type { PartModel } from '../draft/part-model.ts';
import { pricePart } from '../draft/price-draft.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import { bodyOf } from './part-measures.ts';
import styles from './model-panel.module.css';

interface EarlierPartsProps {
  part: PartDraft;
  model: PartModel;
  reading: ModelReading;
  catalogue: QuoteCatalogue;
  dispatch: Dispatch;
  onFactor: (factor: number) => void;
}

/** The same part in earlier orders, with its price then and today. Only figures from the fingerprint are sent to the server. */
export function EarlierParts({ part, model, reading, catalogue, dispatch, onFactor }: EarlierPartsProps) {
  const fingerprint = fingerprintOf(reading, model);
  const { data = [] } = useQuery({
    queryKey: ['earlier-parts', fingerprint],
    queryFn: async ({ signal }) => {
      const fingerprints = fingerprint ? [searchFingerprint(fingerprint)] : [];
      const [matches = []] = await fetchData(earlierParts.find, {
        body: { fingerprints },
        signal,
        quiet: true,
      });
      return matches;
    },
    enabled: fingerprint !== undefined,
    staleTime: 600_000,
    retry: false,
  });
  const [latest, ...others] = data;
  if (!latest) return null;
  const { item } = latest;
  const repeat = () => {
    const { materialId, selections, num } = fieldsFromOrderItem(item);
    const { key: _key, ...fields } = part;
    dispatch({
      type: 'bulkSet',
      fields: new Map([[part.key, { ...fields, materialId, selections, num }]]),
      added: [],
    });
  };
  return (
    <section className={styles.earlier} aria-label="曾下单">
      <p>
        <strong>曾下单</strong>
        <a href={paths.orderDetails(latest.orderId)} target="_blank" rel="noreferrer">
          {latest.orderNo}
        </a>
        <span>{dateText(latest.placedAt)}</span>
        {enteredName(item) !== '' && <span>{enteredName(item)}</span>}
        {others.length > 0 && <span>另有 {others.length} 次</span>}
      </p>
      <Likeness likeness={latest.likeness} factor={model.factor} onFactor={onFactor} />
      <p>
        <span>
          {item.materialName} × {item.num} 件：{earlierPriceText(item)}，{currentPriceText(item, catalogue)}
        </span>
        {latest.likeness === 'same' && (
          <Button size="small" variant="ghost" onClick={repeat}>
            按当时的材料、工艺和数量填写
          </Button>
        )}
      </p>
    </section>
  );
}

/** The body's fingerprint in the customer's unit; undefined for several bodies and for an open body. */
function fingerprintOf(reading: ModelReading, model: PartModel): Fingerprint | undefined {
  const fingerprint = bodyOf(reading, model)?.fingerprint;
  return fingerprint && fingerprint.volumeMm3 > 0 ? scaleFingerprint(fingerprint, model.factor) : undefined;
}

function earlierPriceText({ line_total, num }: EarlierPart['item']): string {
  if (line_total === null) return '当时没有报价';
  return `当时${LINE_PRICE_LABEL} ${piecePriceText(line_total, num)}`;
}

function currentPriceText(item: EarlierPart['item'], catalogue: QuoteCatalogue): string {
  const today = pricePart(fieldsFromOrderItem(item), catalogue);
  return today.isPriced && today.missing.length === 0
    ? `同样的材料、工艺和数量今日 ¥${linePrice(today.price.subTotalFen, item.num).figure}`
    : '今日已不能按同样的材料和工艺自动报价';
}

interface LikenessProps {
  likeness: EarlierPart['likeness'];
  factor: number;
  onFactor: (factor: number) => void;
}

function Likeness({ likeness, factor, onFactor }: LikenessProps) {
  if (likeness === 'same') return null;
  if (likeness === 'mirrored') return <p>镜像件：与当时的零件左右对称，不是同一个零件，请核对方向</p>;
  const sign = likeness === '25.4' ? '×25.4' : '÷25.4';
  const newFactor = factor * modelScales[likeness];
  // Tolerates the rounding of ×25.4 ÷25.4.
  const next = Object.values(modelScales).find((scale) => Math.abs(scale / newFactor - 1) < 1e-9);
  return (
    <p>
      <span>{sign} 后与当时的零件相同，文件单位可能不对</span>
      {next !== undefined && (
        <Button size="small" onClick={() => onFactor(next)}>
          换算 {sign}
        </Button>
      )}
    </p>
  );
}
