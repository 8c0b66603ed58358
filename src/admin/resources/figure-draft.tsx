import { Button } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import type { PriceChange } from '#contract/prices/price-changes.ts';
import { useCommand } from '../calls/use-command.ts';
import { useKeepChanges, type DraftTarget } from '../components/keep-changes.ts';
import type { FormActionProps } from '../resource-kit/resource-parts.ts';
import { usePermission } from '../session/use-permission.ts';
import {
  figuredLead,
  figuredMaterial,
  figuredRule,
  type Added,
  type FiguredResource,
} from './drafted-figures.ts';

const DraftDialog = lazy(() =>
  import('../components/prices/draft-dialog.tsx').then((m) => ({ default: m.DraftDialog })),
);

interface Props extends FormActionProps {
  of: FiguredResource;
}

/** Keeps other figures of a record, or a record that is switched on later, as a draft of prices. */
function FigureDraft({ of, values, saved, check, onDone }: Props) {
  const command = useCommand();
  const keepChanges = useKeepChanges();
  const mayDraft = usePermission('mfr:price:edit');
  const mayEdit = usePermission(of.permission);
  const [isOpen, setIsOpen] = useState(false);
  /** A new record that is saved already, its draft not yet. */
  const added = useRef<PriceChange>(undefined);
  if (!mayDraft || !mayEdit) return null;
  const drafted = of.drafted(values, saved);

  async function add(save: Added, target: DraftTarget): Promise<boolean> {
    added.current ??= await save(command);
    return added.current !== undefined && keepChanges([added.current], target);
  }

  return (
    <>
      <Button
        disabled={'obstacle' in drafted}
        title={'obstacle' in drafted ? drafted.obstacle : undefined}
        onClick={() => void check().then(setIsOpen)}
      >
        存为草稿
      </Button>
      <Suspense fallback={null}>
        {isOpen && !('obstacle' in drafted) ? (
          <DraftDialog
            changes={'change' in drafted ? [drafted.change] : (target) => add(drafted.added, target)}
            note={'added' in drafted ? of.note : undefined}
            onSaved={() => void onDone()}
            onCancel={() => (added.current ? void onDone() : setIsOpen(false))}
          />
        ) : null}
      </Suspense>
    </>
  );
}

export const RuleDraft = (props: FormActionProps) => <FigureDraft of={figuredRule} {...props} />;
export const LeadDraft = (props: FormActionProps) => <FigureDraft of={figuredLead} {...props} />;
export const MaterialDraft = (props: FormActionProps) => <FigureDraft of={figuredMaterial} {...props} />;
