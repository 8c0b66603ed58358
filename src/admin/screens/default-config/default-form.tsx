import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Select } from 'antd';
import { useEffect, useState } from 'react';
import { defaultConfigs } from '#contract/catalogue/default-configs.ts';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { CncPrice, PartItem } from '#domain/pricing/types.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { useCommand } from '../../calls/use-command.ts';
import { LabelledField, ProcessSelects, SizeFields } from '../../components/prices/part-fields.tsx';
import { PriceComparison } from '../../components/prices/price-comparison.tsx';
import { completeSelections, partOf } from '../../components/prices/trial-part.ts';
import { priceTrialPart, type TrialPrice } from '../../components/prices/trial-price.ts';
import { useBusy } from '../../components/use-busy.ts';
import { useSaveKey } from '../../components/use-save-key.ts';
import { useSaveOnSessionEnd, useRestoredInput } from '../../session/use-interrupted.ts';
import { useUnsavedGuard } from '../../components/use-unsaved-guard.ts';
import { useDictLabel } from '../../field-types/dict-options.ts';
import { draftOf, type ConfigDraft } from './config-draft.ts';
import { CopyFrom } from './copy-from.tsx';
import styles from './default-config.module.css';

interface Props {
  /** 0 for the system. */
  deptId: number;
  saved: PartItem | undefined;
  catalogue: {
    materials: readonly Material[];
    tree: readonly ProcessNode[];
    /** Undefined for users who may not see prices. */
    cncPrice: CncPrice | undefined;
  };
}

const interruptedInput = createInterruptedInput<ConfigDraft>();

/** Edits the default configuration of the system or of a company. */
export function DefaultForm({ deptId, saved, catalogue }: Props) {
  const command = useCommand();
  const { materials, tree, cncPrice } = catalogue;
  const formName = `default-config/${deptId}`;
  const restored = useRestoredInput(interruptedInput, formName);
  const [draft, setDraft] = useState(() => restored ?? draftOf(saved));
  const [errors, setErrors] = useState<FieldErrors>({});
  const { busy, whileBusy } = useBusy<'save'>();
  const queryClient = useQueryClient();
  const labelOf = useDictLabel('material_tag');
  const { setDirty } = useUnsavedGuard();
  const { material, size } = draft;
  const selections = material === undefined ? {} : completeSelections(tree, material, draft.selections);
  const item = material === undefined ? undefined : partOf(material, size, selections);
  const isChanged = item !== undefined && canonicalText(item) !== canonicalText(saved);
  useEffect(() => setDirty(isChanged));
  useSaveOnSessionEnd(interruptedInput, formName, () => (isChanged ? draft : undefined));

  async function save() {
    if (!item || busy || !isChanged) return;
    setErrors({});
    const owner = deptId === 0 ? { system: true } : { deptId };
    await whileBusy('save', async () => {
      const result = await command(defaultConfigs.saveCompany, { body: { item, ...owner } });
      if (result.ok) {
        setDirty(false);
        await queryClient.invalidateQueries({ queryKey: ['default-config', deptId] });
      } else setErrors(result.errors ?? {});
    });
  }
  useSaveKey(() => void save());

  const priceOf = (part: PartItem | undefined): TrialPrice | undefined => {
    const partMaterial = materials.find(({ id }) => id === part?.material);
    return part && partMaterial && cncPrice && priceTrialPart(partMaterial, part, cncPrice);
  };
  const price = priceOf(item);
  const tags = [...new Set(materials.map(({ materialTag }) => materialTag))];
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {saved ? null : (
        <Alert
          type="info"
          showIcon
          title={deptId === 0 ? '还没有系统默认配置。' : '该公司没有自己的默认配置，沿用上级公司或系统的。'}
        />
      )}
      {Object.keys(errors).length > 0 ? (
        <Alert type="error" showIcon title={Object.values(errors).join('；')} />
      ) : null}
      <div className={styles.fields}>
        <LabelledField label="材料">
          {(id) => (
            <Select
              id={id}
              className={styles.wide}
              value={material}
              placeholder="请选择材料"
              showSearch={{ optionFilterProp: 'label' }}
              options={tags.map((tag) => ({
                label: labelOf(tag),
                options: materials
                  .filter(({ materialTag }) => materialTag === tag)
                  .map(({ id, name }) => ({ value: id, label: name })),
              }))}
              onChange={(next: number) => setDraft({ ...draft, material: next })}
            />
          )}
        </LabelledField>
        <SizeFields size={size} onChange={(next) => setDraft({ ...draft, size: next })} />
      </div>
      {material === undefined ? null : (
        <div className={styles.fields}>
          <ProcessSelects
            tree={tree}
            materialId={material}
            selections={selections}
            onChange={(next) => setDraft({ ...draft, selections: next })}
          />
        </div>
      )}
      {price ? (
        <div className={styles.price}>
          <PriceComparison before={priceOf(saved)} after={price} />
        </div>
      ) : null}
      <footer className={styles.footer}>
        <CopyFrom deptId={deptId} onCopy={(part) => setDraft(draftOf(part))} />
        <Button disabled={!isChanged} onClick={() => setDraft(draftOf(saved))}>
          放弃修改
        </Button>
        <Button
          type="primary"
          htmlType="submit"
          loading={busy !== undefined}
          disabled={!isChanged}
          title="Ctrl S"
        >
          保存
        </Button>
      </footer>
    </form>
  );
}

/** The part as JSON with sorted keys, so that equal parts have equal texts. */
const canonicalText = (item: PartItem | undefined) =>
  JSON.stringify(Object.entries(item ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));
