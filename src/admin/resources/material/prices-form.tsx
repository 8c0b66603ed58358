import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { useEffect, useMemo, useState, type FormEvent } from 'react';
import { material as schema, type Material } from '#contract/catalogue/material-list.ts';
import { materials } from '#contract/catalogue/materials.ts';
import { changedOptions } from '#contract/prices/cell-changes.ts';
import type { PriceChange } from '#contract/prices/price-changes.ts';
import type { ProcessPrice } from '#domain/pricing/types.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { useCommand } from '../../calls/use-command.ts';
import type { OptionGroup } from '../../components/prices/applicable-options.ts';
import { invalidateCatalogue, useMachiningPrices } from '../../components/prices/catalogue-queries.ts';
import { ConflictDialog, type Side } from '../../components/conflict-dialog.tsx';
import { warnOfConflicts } from '../../components/prices/conflicting-drafts.ts';
import { useJumpConfirmation } from '../../components/prices/price-jumps.tsx';
import { SaveAsDraft } from '../../components/prices/save-as-draft.tsx';
import { Trial } from '../../components/prices/trial.tsx';
import { useSaveKey } from '../../components/use-save-key.ts';
import kit from '../../resource-kit/resource-kit.module.css';
import { useSaveOnSessionEnd, useRestoredInput } from '../../session/use-interrupted.ts';
import { usePermission } from '../../session/use-permission.ts';
import { useUnsavedGuard } from '../../components/use-unsaved-guard.ts';
import {
  inputsOf,
  isSameList,
  mergeLists,
  mergeManual,
  emptyPrice,
  parseInputs,
  type PriceConflict,
  type PriceInputs,
} from './price-inputs.ts';
import { InapplicableProcesses } from './inapplicable-processes.tsx';
import { PriceRows } from './price-rows.tsx';
import styles from './prices.module.css';

interface Props {
  material: Material;
  tree: readonly ProcessNode[];
  groups: readonly OptionGroup[];
  onClose: () => void;
}

const interrupted = createInterruptedInput<{
  base: Material;
  inputs: PriceInputs;
  manual: ReadonlySet<number>;
}>();

export function PricesForm({ material, tree, groups, onClose }: Props) {
  const command = useCommand();
  const formName = `material-prices/${material.id}`;
  const restored = useRestoredInput(interrupted, formName);
  const [base, setBase] = useState(restored?.base ?? material);
  const [inputs, setInputs] = useState<PriceInputs>(
    () => restored?.inputs ?? inputsOf(material.processConfig),
  );
  const [manual, setManual] = useState<ReadonlySet<number>>(
    () => restored?.manual ?? new Set(material.manualOptions),
  );
  const [conflicts, setConflicts] = useState<readonly PriceConflict[]>([]);
  const [search, setSearch] = useState('');
  const [filteredIds, setFilteredIds] = useState<ReadonlySet<number>>();
  const cncPrice = useMachiningPrices();
  const queryClient = useQueryClient();
  const invalidate = useInvalidate();
  const { setDirty } = useUnsavedGuard();
  const { question: jumpQuestion, isSending: isSaving, sendConfirmed } = useJumpConfirmation();
  const canDraft = usePermission('mfr:price:edit');
  const { prices, problems } = useMemo(() => parseInputs(inputs), [inputs]);
  const manualOptions = [...manual].toSorted((a, b) => a - b);
  const isManualChanged = manualOptions.join() !== base.manualOptions.toSorted((a, b) => a - b).join();
  const isChanged = problems.size > 0 || isManualChanged || !isSameList(prices, base.processConfig);
  useEffect(() => setDirty(isChanged));
  useSaveOnSessionEnd(interrupted, formName, () => (isChanged ? { base, inputs, manual } : undefined));

  const changes = changedOptions(base.processConfig, prices).map((change): PriceChange => ({
    kind: 'cell',
    materialId: base.id,
    ...change,
  }));
  const priced = new Set(prices.map(({ id }) => id));
  const options = groups.flatMap((group) => group.options);
  const missing = options.filter(({ id }) => !priced.has(id) && !problems.has(id) && !manual.has(id));
  const applicable = new Set(options.map(({ id }) => id));
  const pricedInapplicableCount = prices.filter(({ id }) => !applicable.has(id)).length;

  async function save() {
    if (isSaving || !isChanged || problems.size > 0) return;
    const body = { processConfig: prices, manualOptions, version: base.version };
    const result = await sendConfirmed((flag) =>
      command(materials.setPrices, { params: { id: base.id }, body: { ...body, ...flag } }),
    );
    if (!result) return;
    if (result.ok) {
      // Before closing, so that the drawer does not ask about unsaved changes.
      setBase(result.data);
      setDirty(false);
      warnOfConflicts(result.data.meets);
      await Promise.all([
        invalidateCatalogue(queryClient),
        invalidate({ resource: 'material', invalidates: ['list'] }),
      ]);
      onClose();
    } else if (result.error === 'record.changed') {
      const current = schema.safeParse(result.data).data;
      if (current) rebase(current);
    }
  }

  /** Merges the draft into the list saved by another user. */
  function rebase(current: Material) {
    const merge = mergeLists(base.processConfig, prices, current.processConfig);
    setBase(current);
    const sides = { base: base.manualOptions, mine: manual, theirs: current.manualOptions };
    const mergedManual = mergeManual(sides, merge.merged);
    setInputs(inputsOf(merge.merged.filter(({ id }) => !mergedManual.has(id))));
    setManual(mergedManual);
    setConflicts(merge.conflicts);
  }

  /** The draft has the user's own prices; replaces those for which the other user's were chosen. */
  function resolve(sides: ReadonlyMap<string, Side>) {
    const theirs = conflicts.filter(({ id }) => sides.get(String(id)) === 'theirs');
    setInputs((before) => {
      const kept = Object.entries(before).filter(
        ([id]) => !theirs.some((conflict) => String(conflict.id) === id),
      );
      return {
        ...Object.fromEntries(kept),
        ...inputsOf(theirs.flatMap((conflict) => conflict.theirs ?? [])),
      };
    });
    setConflicts([]);
  }

  /** Marks an option as priced by staff, which removes its price, or unmarks it. */
  function markManual(id: number, isManual: boolean) {
    setManual(
      (before) => new Set(isManual ? [...before, id] : [...before].filter((otherId) => otherId !== id)),
    );
    if (isManual) setInputs((before) => ({ ...before, [id]: emptyPrice }));
  }

  useSaveKey(() => void save());

  const nameOf = (id: number) => {
    const group = groups.find((candidate) => candidate.options.some((option) => option.id === id));
    const option = group?.options.find((candidate) => candidate.id === id);
    return group && option ? `${group.name} · ${option.name}` : `#${id}`;
  };

  return (
    <form
      className={kit.form}
      aria-label="工艺价格"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={`${kit.formColumns} ${styles.columns}`}>
        <div className={`${kit.drawerContent} ${styles.list}`}>
          <div className={styles.tools}>
            <Input.Search
              allowClear
              aria-label="查找工艺选项"
              placeholder="查找工艺或选项"
              onChange={(event) => setSearch(event.target.value)}
            />
            <Checkbox
              checked={filteredIds !== undefined}
              // Stores the rows without a price at this moment, so that a row does not disappear while the user fills it.
              onChange={(event) =>
                setFilteredIds(event.target.checked ? new Set(missing.map(({ id }) => id)) : undefined)
              }
            >
              只看缺价
            </Checkbox>
            <span role="status" className={styles.count} data-missing={missing.length > 0}>
              共 {options.length} 项，缺价 {missing.length} 项
              {problems.size > 0 ? `，有误 ${problems.size} 项` : ''}
            </span>
          </div>
          <PriceRows
            groups={groups}
            isShown={(group, option) =>
              (filteredIds?.has(option.id) ?? true) && `${group.name} ${option.name}`.includes(search.trim())
            }
            inputs={inputs}
            saved={base.processConfig}
            problems={problems}
            manual={manual}
            onManual={markManual}
            onChange={(id, texts) => setInputs((before) => ({ ...before, [id]: texts }))}
          />
          <InapplicableProcesses
            tree={tree}
            materialId={base.id}
            hasPrices={base.processConfig.length > 0}
            pricedCount={pricedInapplicableCount}
          />
        </div>
        {cncPrice ? (
          <aside className={kit.formAside}>
            <Trial
              tree={tree}
              before={{ material: base, cncPrice }}
              after={{ material: { ...base, processConfig: prices }, cncPrice }}
            />
          </aside>
        ) : null}
      </div>
      <footer className={kit.formFooter}>
        <Button onClick={onClose}>取消</Button>
        {canDraft ? (
          <SaveAsDraft
            disabled={isSaving || isManualChanged || changes.length === 0 || problems.size > 0}
            title={isManualChanged ? '“需人工”标记不能存为草稿，请直接保存' : undefined}
            changes={changes}
            onSaved={() => {
              setDirty(false);
              onClose();
            }}
          />
        ) : null}
        <Button
          type="primary"
          htmlType="submit"
          loading={isSaving}
          disabled={!isChanged || problems.size > 0}
          title="Ctrl S"
        >
          保存
        </Button>
      </footer>
      {jumpQuestion}
      {conflicts.length > 0 ? (
        <ConflictDialog
          title="价格已被他人修改"
          differences={conflicts.map(({ id, before, mine, theirs }) => ({
            key: String(id),
            label: nameOf(id),
            before: textOf(before),
            mine: textOf(mine),
            theirs: textOf(theirs),
          }))}
          onMerge={resolve}
          onCancel={() => setConflicts([])}
        />
      ) : null}
    </form>
  );
}

const textOf = (entry: ProcessPrice | undefined) =>
  entry ? `¥${entry.price}，${entry.time} 天` : '（无价格）';
