import { useRef } from 'react';
import type { PriceChange } from '#contract/prices/price-changes.ts';
import { useCommand } from '../calls/use-command.ts';
import { useKeepChanges, type DraftTarget } from '../components/keep-changes.ts';
import { SaveAsDraft } from '../components/prices/save-as-draft.tsx';
import type { FormActionProps } from '../resource-kit/resource-parts.ts';
import { usePermission } from '../session/use-permission.ts';
import {
  figuredLead,
  figuredMaterial,
  figuredRule,
  type Added,
  type FiguredResource,
} from './drafted-figures.ts';

interface Props extends FormActionProps {
  of: FiguredResource;
}

/** Saves changed figures of a record, or the activation of a new record, as a draft of prices. */
function FigureDraft({ of, values, saved, check, onDone }: Props) {
  const command = useCommand();
  const keepChanges = useKeepChanges();
  const mayDraft = usePermission('mfr:price:edit');
  const mayEdit = usePermission(of.permission);
  /** A new record that has been saved, but not its draft. */
  const added = useRef<PriceChange>(undefined);
  if (!mayDraft || !mayEdit) return null;
  const drafted = of.drafted(values, saved);

  async function add(save: Added, target: DraftTarget): Promise<boolean> {
    added.current ??= await save(command);
    return added.current !== undefined && keepChanges([added.current], target);
  }

  return (
    <SaveAsDraft
      disabled={'obstacle' in drafted}
      title={'obstacle' in drafted ? drafted.obstacle : undefined}
      check={check}
      changes={
        'added' in drafted
          ? (target) => add(drafted.added, target)
          : 'change' in drafted
            ? [drafted.change]
            : []
      }
      note={'added' in drafted ? of.note : undefined}
      onSaved={() => void onDone()}
      onCancel={() => {
        if (added.current) void onDone();
      }}
    />
  );
}

export const RuleDraft = (props: FormActionProps) => <FigureDraft of={figuredRule} {...props} />;
export const LeadDraft = (props: FormActionProps) => <FigureDraft of={figuredLead} {...props} />;
export const MaterialDraft = (props: FormActionProps) => <FigureDraft of={figuredMaterial} {...props} />;
