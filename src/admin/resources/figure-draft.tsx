import { useRef } from 'react';
import type { PriceChange } from '#contract/prices/price-changes.ts';
import { useCommand } from '../calls/use-command.ts';
import { useAddToDraft, type DraftTarget } from '../components/add-to-draft.ts';
import { SaveAsDraft } from '../components/prices/save-as-draft.tsx';
import type { FormActionProps } from '../resource-kit/resource-parts.ts';
import { usePermission } from '../session/use-permission.ts';
import {
  draftableLead,
  draftableMaterial,
  draftableRule,
  type CreateRecord,
  type DraftableResource,
} from './draftable-resources.ts';

interface Props extends FormActionProps {
  resource: DraftableResource;
}

/** Saves changed figures of a record, or the activation of a new record, as a draft of prices. */
function FigureDraft({ resource, values, saved, check, onDone }: Props) {
  const command = useCommand();
  const addToDraft = useAddToDraft();
  const mayDraft = usePermission('mfr:price:edit');
  const mayEdit = usePermission(resource.permission);
  /** Set once the new record is saved; another attempt then only adds the change to the draft. */
  const addedChange = useRef<PriceChange>(undefined);
  if (!mayDraft || !mayEdit) return null;
  const draft = resource.toDraft(values, saved);

  async function add(create: CreateRecord, target: DraftTarget): Promise<boolean> {
    addedChange.current ??= await create(command);
    return addedChange.current !== undefined && addToDraft([addedChange.current], target);
  }

  return (
    <SaveAsDraft
      disabled={'obstacle' in draft}
      title={'obstacle' in draft ? draft.obstacle : undefined}
      check={check}
      changes={
        'create' in draft ? (target) => add(draft.create, target) : 'change' in draft ? [draft.change] : []
      }
      note={'create' in draft ? resource.note : undefined}
      onSaved={() => void onDone()}
      onCancel={() => {
        if (addedChange.current) void onDone();
      }}
    />
  );
}

export const RuleDraft = (props: FormActionProps) => <FigureDraft resource={draftableRule} {...props} />;
export const LeadDraft = (props: FormActionProps) => <FigureDraft resource={draftableLead} {...props} />;
export const MaterialDraft = (props: FormActionProps) => (
  <FigureDraft resource={draftableMaterial} {...props} />
);
