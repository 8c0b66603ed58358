import { memo } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import { parseField, type PartDraft } from '../../draft/draft.ts';
import { SIZE_FIELDS, type NumericField, type SizeField } from '../../draft/size-text.ts';
import type { Dispatch } from '../../draft/quote-actions.ts';
import { MeasureField } from './measure-field.tsx';
import styles from './size-fields.module.css';

const boxSides: Partial<Record<SizeField, string>> = { length: '长度', width: '宽度', height: '高度' };
/** Length and width of a round part are its diameter. */
const roundSides: typeof boxSides = { length: '直径', height: '长度' };

interface SizeFieldsProps extends Pick<PartDraft, NumericField> {
  partKey: string;
  isRound: boolean;
  /** True if the model determines the size and whether the part is round. */
  isFromModel: boolean;
  material?: Material;
  /** Part volume over stock volume, at least 1; undefined without a price. */
  ratio?: number;
  /** How the part could fit the stock volume, and what that saves. */
  advice?: string;
  errors: FieldErrors;
  dispatch: Dispatch;
}

/** Size and quantity of the part, with a hint about the material's stock size. */
export const SizeFields = memo(function SizeFields(props: SizeFieldsProps) {
  const { partKey, num, isRound, isFromModel, material, ratio, advice, errors, dispatch } = props;
  const labels = isRound && !isFromModel ? roundSides : boxSides;
  const pieces = parseField(props, 'num');
  const tooLong =
    material &&
    findTooLongSide(
      SIZE_FIELDS.map((field) => parseField(props, field)),
      material,
    );
  const setNum = (next: number) =>
    dispatch({ type: 'typed', key: partKey, field: 'num', text: String(next) });
  return (
    <div className={styles.row}>
      {!isFromModel && (
        <span role="group" aria-label="毛坯形状" className={styles.shape}>
          {['方料', '圆料'].map((shape, index) => (
            <button
              key={shape}
              type="button"
              aria-pressed={isRound === (index === 1)}
              onClick={() => dispatch({ type: 'roundChosen', key: partKey, isRound: index === 1 })}
            >
              {shape}
            </button>
          ))}
        </span>
      )}
      <fieldset className={styles.size} aria-label="尺寸">
        {SIZE_FIELDS.filter((field) => labels[field]).map((field) => (
          <MeasureField
            key={field}
            partKey={partKey}
            field={field}
            label={labels[field] ?? ''}
            unit="mm"
            inputMode="decimal"
            value={props[field]}
            errors={errors}
            dispatch={dispatch}
          />
        ))}
      </fieldset>
      <div className={styles.quantity}>
        <MeasureField
          partKey={partKey}
          field="num"
          label="数量"
          unit="件"
          inputMode="numeric"
          value={num}
          errors={errors}
          dispatch={dispatch}
        />
        <span className={styles.steps}>
          <button
            type="button"
            aria-label="减少一件"
            disabled={pieces === undefined || !(pieces > 1)}
            onClick={() => setNum(Math.max(1, Math.ceil((pieces ?? 2) - 1)))}
          >
            −
          </button>
          <button
            type="button"
            aria-label="增加一件"
            onClick={() => setNum(pieces !== undefined && pieces >= 1 ? Math.floor(pieces) + 1 : 1)}
          >
            +
          </button>
        </span>
      </div>
      {material && (
        <p className={styles.stock}>
          基准尺寸 {material.length}×{material.width}×{material.height} mm
          {ratio !== undefined && ratio > 1 ? (
            <strong className={styles.over}>零件体积为基准的 {ratio.toFixed(2)} 倍，按倍数计价</strong>
          ) : (
            <span>体积不超过基准时不加价</span>
          )}
          {advice !== undefined && <span>{advice}</span>}
          {tooLong !== undefined && (
            <strong className={styles.over}>
              {tooLong.side} mm 的边长于基准尺寸（{tooLong.stock} mm），用料由我们确认
            </strong>
          )}
        </p>
      )}
    </div>
  );
});

/** The longest side that does not fit, and the stock side it exceeds; both sorted, since a part can be turned. */
function findTooLongSide(sides: readonly (number | undefined)[], { length, width, height }: Material) {
  const partSides = sides.filter((side) => side !== undefined).toSorted((a, b) => b - a);
  const stockSides = [length, width, height].toSorted((a, b) => b - a);
  const index = partSides.findIndex((side, i) => side > (stockSides[i] ?? 0));
  return index === -1 ? undefined : { side: partSides[index], stock: stockSides[index] };
}
