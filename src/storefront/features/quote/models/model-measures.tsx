import type { Material } from '#contract/catalogue/material-list.ts';
import { weightKg } from '#domain/stock/plan-stock.ts';
import { weightText } from '#domain/stock/stock-texts.ts';
import type { ModelReading } from '#geometry/model-reading.ts';
import { unitNames } from '#geometry/units.ts';
import { Button } from '#storefront/ui/button.tsx';
import type { PartDraft } from '../draft/draft.ts';
import { figuresOf, type PartModel } from '../draft/part-model.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import { sideNames } from '../draft/size-saving.ts';
import { SIZE_FIELDS, type SizeField } from '../draft/size-text.ts';
import { changedSizes, sizeFieldsOf } from './model-size.ts';
import styles from './model-panel.module.css';

interface ModelMeasuresProps {
  part: PartDraft;
  model: PartModel;
  material: Material | undefined;
  reading: ModelReading | undefined;
  dispatch: Dispatch;
  onFactor: (factor: number) => void;
}

const MM_PER_INCH = 25.4;

/** Size, weight and unit of a model, with buttons to restore its size and to convert its unit. */
export function ModelMeasures({ part, model, material, reading, dispatch, onFactor }: ModelMeasuresProps) {
  const size = sizeFieldsOf(model);
  const kg = weightKg(figuresOf(model)?.volumeMm3 || undefined, material?.density ?? 0);
  const changed = changedSizes(part);
  // `model.unit` is missing until the server has measured the file.
  const unit = model.unit ?? reading?.unit;
  const restoreSize = () => size && dispatch({ type: 'modelChanged', key: part.key, change: () => size });
  return (
    <div className={styles.measures}>
      {size && (
        <p className={styles.size}>
          <strong>
            {size.length} × {size.width} × {size.height} mm
          </strong>
          {changed.length === 0 ? (
            <span className={styles.mark}>取自模型</span>
          ) : (
            <>
              <span className={styles.changed}>{changedText(changed)}</span>
              <Button size="small" variant="ghost" onClick={restoreSize}>
                恢复模型尺寸
              </Button>
            </>
          )}
        </p>
      )}
      <p className={styles.facts}>
        {kg !== null && <span>{weightText(kg).replace(/^(?=\d)/, '约 ')}</span>}
        <span>
          {unit ? `文件单位 ${unitNames[unit]}` : '文件没有单位，按毫米读取'}
          {model.factor > 1 && '，已 ×25.4'}
          {model.factor < 1 && '，已 ÷25.4'}
          {unit && model.factor !== 1 && '，提交后由我们核对'}
        </span>
        {model.factor === 1 ? (
          <span role="group" aria-label="换算单位" className={styles.units}>
            <Button size="small" variant="ghost" onClick={() => onFactor(MM_PER_INCH)}>
              ×25.4
            </Button>
            <Button size="small" variant="ghost" onClick={() => onFactor(1 / MM_PER_INCH)}>
              ÷25.4
            </Button>
          </span>
        ) : (
          <Button size="small" variant="ghost" onClick={() => onFactor(1)}>
            恢复原单位
          </Button>
        )}
      </p>
    </div>
  );
}

/** Names the changed sides, unless all have changed. */
const changedText = (changed: readonly SizeField[]): string =>
  `${changed.length < SIZE_FIELDS.length ? changed.map((field) => sideNames[field]).join('、') : ''}已手工修改`;
