import { isInformational } from '#geometry/checks/check-sentences.ts';
import type { Check } from '#geometry/checks/checks.ts';
import { findMaterial } from '../draft/catalogue-types.ts';
import type { PartDraft } from '../draft/draft.ts';
import { isMeasuredByServer, type PartModel } from '../draft/part-model.ts';
import { isReferencePrice } from '../draft/price-draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import styles from './model-panel.module.css';
import { useModelFacts } from './readings.ts';
import { usePartChecks } from './use-part-checks.ts';

const stateLabels = {
  reading: '读取中',
  ready: '可报价',
  hints: '有提示',
  person: '需人工',
  measuring: '待核对',
  failed: '无法读取',
} as const;

type ModelState = keyof typeof stateLabels;

export function stateOf(model: PartModel, checks: readonly Check[]): ModelState {
  const { measures, failure } = model;
  if (isMeasuredByServer({ modelFile: model })) return 'measuring';
  if (failure !== undefined) return 'failed';
  if (!measures) return 'reading';
  if (checks.some(({ severity }) => severity === 'hold')) return 'person';
  return !measures.sizeMm || checks.some((check) => !isInformational(check)) ? 'hints' : 'ready';
}

export function StateBadge({ state }: { state: ModelState }) {
  return (
    <span className={styles.badge} data-state={state}>
      {stateLabels[state]}
    </span>
  );
}

interface ModelBadgeProps {
  part: PartDraft;
  model: PartModel;
  scope: QuoteScope;
  /** States for which the badge is omitted if the text beside the price says the same. */
  shownByPrice?: readonly ModelState[];
}

/** States that need time, staff or the customer. */
const BADGE_STATES: ReadonlySet<ModelState> = new Set(['reading', 'measuring', 'person', 'failed']);

const NO_STATES: readonly ModelState[] = [];

/** The badge in a list of parts; empty if nothing remains to be done. */
export function ModelBadge({ part, model, scope, shownByPrice = NO_STATES }: ModelBadgeProps) {
  const facts = useModelFacts(model.fileId, model.measures !== undefined);
  const materialTag = findMaterial(scope.catalogue, part.materialId)?.materialTag ?? '';
  const { checks } = usePartChecks({ part, model, facts, materialTag, nodes: scope.nodes });
  const state = stateOf(model, checks);
  const { price } = scope.viewOf(part);
  const isShownByPrice =
    (state === 'reading' && !price.isPriced) || (state === 'person' && isReferencePrice(price));
  if (isShownByPrice && shownByPrice.includes(state)) return null;
  return BADGE_STATES.has(state) ? <StateBadge state={state} /> : null;
}
