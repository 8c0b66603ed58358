import { useMemo } from 'react';
import type { DictOption } from '#contract/system/dict-options.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import { nodesById, type QuoteCatalogue } from './catalogue-types.ts';
import type { PartFields } from './draft.ts';
import { createPricer, type PartView } from './price-draft.ts';
import type { Dispatch } from './quote-actions.ts';

/**
 * Shared by all parts of the page; the same object until the catalogue changes, so that typing re-renders one part
 * only.
 */
export interface QuoteScope {
  catalogue: QuoteCatalogue;
  /** Material tags in display order: those of the dictionary, then unknown ones. */
  tags: readonly DictOption[];
  /** Processes and options by id. */
  nodes: ReadonlyMap<number, ProcessTreeNode>;
  /** Price and check of a part, computed once per part object. */
  viewOf: (part: PartFields) => PartView;
  dispatch: Dispatch;
}

export function useQuoteScope(
  catalogue: QuoteCatalogue,
  dictionary: readonly DictOption[],
  dispatch: Dispatch,
  /** Prices parts with the review rules, once these are loaded. */
  reviewedView?: QuoteScope['viewOf'],
): QuoteScope {
  return useMemo(
    () => ({
      catalogue,
      tags: usedTags(catalogue, dictionary),
      nodes: nodesById(catalogue.tree),
      viewOf: reviewedView ?? createPricer(catalogue),
      dispatch,
    }),
    [catalogue, dictionary, dispatch, reviewedView],
  );
}

/** The tags that some material has. */
function usedTags(catalogue: QuoteCatalogue, dictionary: readonly DictOption[]): DictOption[] {
  const used = new Set(catalogue.materials.map(({ materialTag }) => materialTag));
  const known = dictionary.filter(({ value }) => used.delete(value));
  return [...known, ...[...used].map((value) => ({ label: value, value, listClass: '' }))];
}
