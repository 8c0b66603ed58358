import { Button } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { chargeRules, type ChargeRuleInput } from '#contract/catalogue/charge-rules.ts';
import type { PriceChange } from '#contract/prices/price-changes.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useKeepChanges, type DraftTarget } from '../../components/keep-changes.ts';
import type { FormActionProps } from '../../resource-kit/define-resource.ts';
import { usePermission } from '../../session/use-permission.ts';
import { draftedRule, switchedOn } from './drafted-rule.ts';

const DraftDialog = lazy(() =>
  import('../../components/prices/draft-dialog.tsx').then((m) => ({ default: m.DraftDialog })),
);

/** Keeps other figures of a rule, or a rule that is switched on later, as a draft of prices. */
export function DraftButton({ values, saved, check, onDone }: FormActionProps) {
  const command = useCommand();
  const keepChanges = useKeepChanges();
  const mayDraft = usePermission('mfr:price:edit');
  const mayEdit = usePermission('mfr:chargeRule:edit');
  const [isOpen, setIsOpen] = useState(false);
  /** A new rule that is saved already, its draft not yet. */
  const added = useRef<PriceChange>(undefined);
  if (!mayDraft || !mayEdit) return null;
  const drafted = draftedRule(values, saved);

  async function add(rule: ChargeRuleInput, target: DraftTarget): Promise<boolean> {
    if (!added.current) {
      const result = await command(chargeRules.create, { body: { ...rule, status: 1 }, quiet: 'success' });
      if (result.ok) added.current = switchedOn(result.data, rule);
    }
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
            changes={'change' in drafted ? [drafted.change] : (target) => add(drafted.rule, target)}
            note={'rule' in drafted ? '规则先保存为停用，草稿发布时启用。' : undefined}
            onSaved={() => void onDone()}
            onCancel={() => (added.current ? void onDone() : setIsOpen(false))}
          />
        ) : null}
      </Suspense>
    </>
  );
}
