import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { shopLimits } from '#geometry/checks/shop-limits.ts';
import { appConfigQuery } from '#providers/app-config.ts';
import type { PartDraft } from '../draft/draft.ts';
import type { PartModel } from '../draft/part-model.ts';
import { checksOf, drawingChecksOf, type ModelFacts } from './part-measures.ts';

interface PartChecksOptions {
  part: PartDraft;
  model: PartModel;
  facts: ModelFacts | undefined;
  materialTag: string;
  nodes: Parameters<typeof drawingChecksOf>[1];
}

/** The findings about a part, checked against the shop's limits for its material. */
export function usePartChecks({ part, model, facts, materialTag, nodes }: PartChecksOptions) {
  const { data: config } = useQuery(appConfigQuery);
  const limits = useMemo(() => shopLimits(config ?? {}), [config]);
  const checkLimits = useMemo(() => limits.checksFor(materialTag), [limits, materialTag]);
  const checks = useMemo(
    () => [
      ...(facts && model.measures ? checksOf(facts, model, checkLimits) : []),
      ...drawingChecksOf(part, nodes, checkLimits),
    ],
    [facts, model, checkLimits, part, nodes],
  );
  return { checks, limits, checkLimits };
}
