import { notify } from '#providers/notices.ts';
import type { ModelReading } from '#geometry/model-reading.ts';
import { Button } from '#storefront/ui/button.tsx';
import type { PartDraft } from '../draft/draft.ts';
import { fieldId } from '../draft/field-focus.ts';
import { BODIES_FIELD, type PartModel } from '../draft/part-model.ts';
import type { Dispatch } from '../draft/quote-actions.ts';
import { MAX_ITEMS } from '../draft/validation.ts';
import { withModel } from './model-size.ts';
import { measuresOf } from './part-measures.ts';
import { splitBodies } from './split-bodies.ts';
import styles from './model-panel.module.css';

interface BodyListProps {
  part: PartDraft;
  model: PartModel;
  reading: ModelReading;
  /** The number of parts that may still be added. */
  maxNewParts: number;
  dispatch: Dispatch;
}

const MAX_SHOWN = 8;

/** Lists the bodies of a file with several bodies, to quote them separately or as one part. */
export function BodyList({ part, model, reading, maxNewParts, dispatch }: BodyListProps) {
  const { bodies } = reading;
  const count = bodies.reduce((sum, body) => sum + body.count, 0);
  if (count === 1 || model.bodyIndex !== undefined) return null;

  function quoteEach() {
    const [first, ...others] = splitBodies(part, model, reading);
    if (!first) return;
    if (others.length > maxNewParts) {
      const message = `一次最多报价 ${MAX_ITEMS} 个零件，${others.length - maxNewParts} 种实体没有加入`;
      notify({ type: 'warning', message });
    }
    dispatch({
      type: 'bulkSet',
      fields: new Map([[part.key, first]]),
      added: others.slice(0, Math.max(0, maxNewParts)),
      after: part.key,
    });
  }

  function quoteWhole() {
    const whole = { ...model, isWhole: true };
    const next = { ...whole, measures: measuresOf(reading, whole) };
    dispatch({ type: 'modelChanged', key: part.key, change: (current) => withModel(current, next) });
  }

  if (model.isWhole)
    return (
      <div className={styles.choices}>
        <Button size="small" variant="ghost" onClick={quoteEach}>
          改为每个零件单独报价
        </Button>
      </div>
    );
  return (
    <div className={styles.bodies}>
      <p>
        文件里有 {bodies.length} 种共 {count} 个实体：
      </p>
      <ul aria-label="实体">
        {bodies.slice(0, MAX_SHOWN).map((body, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- bodies have no other name and keep their order
          <li key={index}>
            {body.name ?? `实体 ${index + 1}`} × {body.count}
          </li>
        ))}
        {bodies.length > MAX_SHOWN && <li>……</li>}
      </ul>
      <div className={styles.choices}>
        <Button id={fieldId(part.key, BODIES_FIELD)} size="small" onClick={quoteEach}>
          每个零件单独报价
        </Button>
        <Button size="small" variant="ghost" onClick={quoteWhole}>
          作为一个零件
        </Button>
      </div>
    </div>
  );
}
