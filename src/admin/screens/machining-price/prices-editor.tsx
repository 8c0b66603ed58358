import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import type { DictOption } from '#contract/system/dict-options.ts';
import { machiningPrices, type AgreedPrice } from '#contract/catalogue/machining-prices.ts';
import { priceHistory } from '#contract/prices/price-history.ts';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { useCommand } from '../../calls/use-command.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';
import { useSaveOnSessionEnd, useRestoredInput } from '../../session/use-interrupted.ts';
import { usePermission } from '../../session/use-permission.ts';
import { invalidateCatalogue, useMaterials } from '../../components/prices/catalogue-queries.ts';
import { ConflictDialog, type Side } from '../../components/conflict-dialog.tsx';
import { PriceHistory } from '../../components/prices/price-history.tsx';
import { useJumpConfirmation } from '../../components/prices/price-jumps.tsx';
import { SaveAsDraft } from '../../components/prices/save-as-draft.tsx';
import { useSaveKey } from '../../components/use-save-key.ts';
import { useUnsavedGuard } from '../../components/use-unsaved-guard.ts';
import {
  changesOf,
  conflictsOf,
  pricesAfter,
  type PriceConflict,
  type EnteredPrices,
} from './entered-prices.ts';
import styles from './category.module.css';
import { PriceRows } from './price-rows.tsx';
import { TagTrial } from './tag-trial.tsx';

interface Props {
  /** 0 for the system. */
  deptId: number;
  saved: readonly AgreedPrice[];
  system: readonly AgreedPrice[];
  tags: readonly DictOption[];
}

const interrupted = createInterruptedInput<{ base: readonly AgreedPrice[]; draft: EnteredPrices }>();

/** Edits and saves the prices of the system or of a company together. */
export function PricesEditor({ deptId, saved, system, tags }: Props) {
  const command = useCommand();
  const formName = `machining-price/${deptId}`;
  const restored = useRestoredInput(interrupted, formName);
  const [base, setBase] = useState(restored?.base ?? saved);
  const [draft, setDraft] = useState<EnteredPrices>(restored?.draft ?? {});
  const [conflicts, setConflicts] = useState<readonly PriceConflict[]>([]);
  const [trialTag, setTrialTag] = useState<string>();
  const materials = useMaterials() ?? [];
  const canEdit = usePermission('mfr:machiningPrice:edit');
  const canSaveDraft = usePermission('mfr:price:edit');
  const [historyTag, setHistoryTag] = useState<string>();
  const queryClient = useQueryClient();
  const { setDirty } = useUnsavedGuard();
  const { question: jumpQuestion, isSending: isSaving, sendConfirmed } = useJumpConfirmation();
  const { changes, problems } = changesOf(base, draft);
  const isChanged = changes.length > 0 || problems.size > 0;
  useEffect(() => setDirty(isChanged));
  useSaveOnSessionEnd(interrupted, formName, () => (isChanged ? { base, draft } : undefined));

  async function save() {
    if (isSaving || changes.length === 0 || problems.size > 0) return;
    const body = { deptId, prices: changes };
    const result = await sendConfirmed((confirmation) =>
      command(machiningPrices.save, { body: { ...body, ...confirmation } }),
    );
    if (!result) return;
    if (result.ok) {
      setBase(result.data);
      setDraft({});
      queryClient.setQueryData(['agreed-prices', deptId], { data: result.data });
      await Promise.all([
        invalidateCatalogue(queryClient),
        queryClient.invalidateQueries({ queryKey: ['agreed-prices', 'companies'] }),
      ]);
    } else if (result.error === 'record.changed') {
      const current = machiningPrices.agreed.data.safeParse(result.data).data;
      if (!current) return;
      // Accepts the other user's changes; this user resolves the conflicts.
      setConflicts(conflictsOf(base, changes, current));
      setBase(current);
    }
  }
  useSaveKey(() => void save());

  function resolve(sides: ReadonlyMap<string, Side>) {
    setDraft((before) =>
      Object.fromEntries(Object.entries(before).filter(([tag]) => sides.get(tag) !== 'theirs')),
    );
    setConflicts([]);
  }

  const systemPrices = pricesAfter(deptId === 0 ? base : system, []);
  const labelOf = (tag: string) => tags.find(({ value }) => value === tag)?.label ?? tag;
  const shownTags = [
    ...new Set([
      ...tags.map(({ value }) => value),
      ...base.map(({ materialTag }) => materialTag),
      ...materials.map(({ materialTag }) => materialTag),
    ]),
  ];
  const shownTrialTag =
    trialTag ?? shownTags.find((tag) => materials.some(({ materialTag }) => materialTag === tag));

  return (
    <div className={styles.editor}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <PriceRows
          isSystem={deptId === 0}
          tags={shownTags.map((tag) => ({
            tag,
            label: labelOf(tag),
            count: materials.filter(({ materialTag }) => materialTag === tag).length,
          }))}
          saved={base}
          systemPrices={systemPrices}
          draft={draft}
          problems={problems}
          canEdit={canEdit}
          trialTag={shownTrialTag}
          onTry={setTrialTag}
          onHistory={setHistoryTag}
          onChange={(tag, text) => setDraft((before) => ({ ...before, [tag]: text }))}
        />
        {canEdit ? (
          <footer className={styles.footer}>
            <Button disabled={!isChanged || isSaving} onClick={() => setDraft({})}>
              放弃修改
            </Button>
            {canSaveDraft ? (
              <SaveAsDraft
                disabled={isSaving || changes.length === 0 || problems.size > 0}
                changes={changes.map(({ materialTag, price }) => ({
                  kind: 'machining',
                  deptId,
                  materialTag,
                  before: base.find((row) => row.materialTag === materialTag)?.price ?? null,
                  after: price,
                }))}
                onSaved={() => setDraft({})}
              />
            ) : null}
            <Button
              type="primary"
              htmlType="submit"
              loading={isSaving}
              disabled={changes.length === 0 || problems.size > 0}
              title="Ctrl S"
            >
              保存
            </Button>
            <span role="status" className={styles.count}>
              {changes.length > 0 ? `${changes.length} 项未保存` : ''}
            </span>
          </footer>
        ) : null}
      </form>
      {shownTrialTag === undefined ? null : (
        <TagTrial
          key={shownTrialTag}
          label={labelOf(shownTrialTag)}
          materials={materials.filter(({ materialTag }) => materialTag === shownTrialTag)}
          before={{ ...systemPrices, ...pricesAfter(base, []) }}
          // A company without a price falls back to the system's; the system has no fallback.
          after={{ ...(deptId === 0 ? {} : systemPrices), ...pricesAfter(base, changes) }}
        />
      )}
      {jumpQuestion}
      {historyTag === undefined ? null : (
        <PriceHistory
          title={`${labelOf(historyTag)} 加工基价`}
          read={(page) =>
            endpointQuery(priceHistory.ofMachining, {
              query: { deptId: String(deptId), materialTag: historyTag, ...page },
            })
          }
          onClose={() => setHistoryTag(undefined)}
        />
      )}
      {conflicts.length > 0 ? (
        <ConflictDialog
          title="加工基价已被他人修改"
          differences={conflicts.map(({ materialTag, before, mine, theirs }) => ({
            key: materialTag,
            label: labelOf(materialTag),
            before: textOf(before),
            mine: textOf(mine),
            theirs: textOf(theirs),
          }))}
          onMerge={resolve}
          onCancel={() => setConflicts([])}
        />
      ) : null}
    </div>
  );
}

const textOf = (price: number | null) => (price === null ? '（无价格）' : `¥${price}`);
