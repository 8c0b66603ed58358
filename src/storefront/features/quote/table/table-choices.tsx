import { memo } from 'react';
import type { PartDraft } from '../draft/draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { finishesFor } from './finish.ts';

/** The id of the suggestions for a cell: all materials, or the finishes of one material. */
export const choicesId = (column: 'material' | 'finish', materialId: number | null) =>
  column === 'material' ? 'table-materials' : `table-finishes-${materialId ?? 0}`;

/** The suggestions of all cells, once per material in use. */
export function TableChoices({ scope, parts }: { scope: QuoteScope; parts: readonly PartDraft[] }) {
  const materialIds = [...new Set(parts.map(({ materialId }) => materialId ?? 0))].toSorted((a, b) => a - b);
  return <Choices scope={scope} materialIds={materialIds.join()} />;
}

/** Takes the ids as text, so that typing does not render it again. */
const Choices = memo(function Choices({ scope, materialIds }: { scope: QuoteScope; materialIds: string }) {
  const { catalogue, tags } = scope;
  return (
    <>
      <datalist id={choicesId('material', null)}>
        {catalogue.materials.map(({ id, name, materialTag }) => (
          <option key={id} value={name}>
            {tags.find(({ value }) => value === materialTag)?.label}
          </option>
        ))}
      </datalist>
      {materialIds.split(',').map((id) => (
        <datalist key={id} id={choicesId('finish', Number(id))}>
          {finishesFor(catalogue.tree, Number(id)).map(({ text }) => (
            <option key={text}>{text}</option>
          ))}
        </datalist>
      ))}
    </>
  );
});
