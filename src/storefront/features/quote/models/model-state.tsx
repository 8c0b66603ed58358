import { isPlain } from '#geometry/checks/check-sentences.ts';
import type { Check } from '#geometry/checks/checks.ts';
import { isLeftToServer, type PartModel } from '../draft/part-model.ts';
import styles from './model-panel.module.css';

export const stateWords = {
  reading: '读取中',
  ready: '可报价',
  hints: '有提示',
  person: '需人工',
  measuring: '待核对',
  failed: '无法读取',
} as const;

export type ModelState = keyof typeof stateWords;

/** The state of a part with a model, as everybody understands it. */
export function stateOf(model: PartModel, checks: readonly Check[]): ModelState {
  const { measures, failure } = model;
  if (isLeftToServer({ modelFile: model })) return 'measuring';
  if (failure !== undefined) return 'failed';
  if (!measures) return 'reading';
  if (checks.some(({ severity }) => severity === 'hold')) return 'person';
  return !measures.sizeMm || checks.some((check) => !isPlain(check)) ? 'hints' : 'ready';
}

export function StateBadge({ state }: { state: ModelState }) {
  return (
    <span className={styles.badge} data-state={state}>
      {stateWords[state]}
    </span>
  );
}
