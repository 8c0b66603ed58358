import { processesLine, type Choice } from '#domain/process-tree/chosen-processes.ts';
import { findMaterial } from './catalogue-types.ts';
import { sizeText, type PartFields } from './draft.ts';
import type { QuoteScope } from './quote-scope.ts';

type Names = Pick<QuoteScope, 'catalogue' | 'nodes'>;

/** `AL6061 · 120×60×20 mm` */
export const materialText = (part: PartFields, { catalogue }: Names): string =>
  [findMaterial(catalogue, part.materialId)?.name ?? '', sizeText(part)].filter(Boolean).join(' · ');

export const partProcessesText = (part: PartFields, { nodes }: Names): string =>
  processesLine(partChoices(part, nodes));

export function partChoices({ selections }: PartFields, nodes: Names['nodes']): Choice[] {
  return Object.entries(selections).map(([key, optionId]) => {
    const processId = Number(key.slice('process_'.length));
    const [processName = '', optionName = ''] = [nodes.get(processId)?.name, nodes.get(optionId)?.name];
    return { processId, processName, optionId, optionName };
  });
}
