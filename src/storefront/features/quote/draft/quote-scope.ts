import { useMemo } from 'react';
import type { DictOption } from '#contract/system/dict-options.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import { nodesById, type QuoteCatalogue } from './catalogue-types.ts';
import type { PartFields } from './draft.ts';
import { createPricer, type PartView } from './price-draft.ts';
import type { Dispatch } from './quote-actions.ts';

/** Data shared by all parts. The object changes only with the catalogue, so that typing re-renders one part. */
export interface QuoteScope {
  catalogue: QuoteCatalogue;
  /** Material tags in display order: first those of the dictionary, then unknown ones. */
  tags: readonly DictOption[];
  /** Processes and options by id. */
  nodes: ReadonlyMap<number, ProcessTreeNode>;
  /** Price and validation of a part, cached by part object. */
  viewOf: (part: PartFields) => PartView;
  dispatch: Dispatch;
}

export function useQuoteScope(
  catalogue: QuoteCatalogue,
  dictionary: readonly DictOption[],
  dispatch: Dispatch,
  /** Applies the review rules, once they are loaded. */
  reviewedViewOf?: QuoteScope['viewOf'],
): QuoteScope {
  return useMemo(
    () => ({
      catalogue,
      tags: usedTags(catalogue, dictionary),
      nodes: nodesById(catalogue.tree),
      viewOf: reviewedViewOf ?? createPricer(catalogue),
      dispatch,
    }),
    [catalogue, dictionary, dispatch, reviewedViewOf],
  );
}

/** The tags that materials use. */
function usedTags(catalogue: QuoteCatalogue, dictionary: readonly DictOption[]): DictOption[] {
  const tagsInUse = new Set(catalogue.materials.map(({ materialTag }) => materialTag));
  const listedTags = dictionary.filter(({ value }) => tagsInUse.delete(value));
  return [...listedTags, ...[...tagsInUse].map((value) => ({ label: value, value, listClass: '' }))];
}
