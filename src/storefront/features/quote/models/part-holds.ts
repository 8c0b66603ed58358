import { checkSentence } from '#geometry/checks/check-sentences.ts';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import type { AppConfig } from '#providers/app-config.ts';
import { findMaterial, nodesById, type QuoteCatalogue } from '../draft/catalogue-types.ts';
import type { PartFields } from '../draft/draft.ts';
import { isUnmeasured } from '../draft/part-model.ts';
import { checksOf, drawingChecksOf } from './part-measures.ts';
import { findFacts, subscribeToFacts } from './readings.ts';

export { subscribeToFacts };

/** Returns a function that finds what requires a review of a part, as sentences; undefined until its model's facts are loaded. */
export function createHoldsFinder(
  catalogue: QuoteCatalogue,
  config: AppConfig | undefined,
): (part: PartFields) => readonly string[] | undefined {
  const { checksFor } = shopLimits(config ?? {});
  const nodes = nodesById(catalogue.tree);
  return (part) => {
    const { modelFile: model, materialId } = part;
    if (!model?.measures) return isUnmeasured(part) ? undefined : [];
    const facts = findFacts(model.fileId);
    if (!facts) return facts === null ? [] : undefined;
    const limits = checksFor(findMaterial(catalogue, materialId)?.materialTag ?? '');
    return [...checksOf(facts, model, limits), ...drawingChecksOf(part, nodes, limits)]
      .filter(({ severity }) => severity === 'hold')
      .map(checkSentence);
  };
}
