import { Button, Empty } from 'antd';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { PriceTable } from '#contract/price-table.ts';
import { notify } from '#providers/notices.ts';
import { usePermission } from '../../session/use-permission.ts';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { useSaveKey } from '../../components/use-save-key.ts';
import { useUnsavedGuard } from '../../components/use-unsaved-guard.ts';
import { cellText, type View } from './cell-text.ts';
import { valueOf } from './edits.ts';
import { countMissing, nextMissing } from './missing.ts';
import type { GridCell, PastePlan } from './paste.ts';
import { isJump } from './jumps.ts';
import { PriceFiles } from './price-files.tsx';
import { PriceGrid } from './price-grid.tsx';
import { cellKey, changesOf, modelOf, namesOf, narrowed, type Narrowing } from './price-model.ts';
import styles from './price-table.module.css';
import { PriceToolbar } from './price-toolbar.tsx';
import { at, cellsWithin, clampedSelection, rangeOf, type Selection } from './selection.ts';
import { usePriceEdits } from './use-price-edits.ts';

const DraftDialog = lazy(() => import('./draft-dialog.tsx').then((m) => ({ default: m.DraftDialog })));
const PriceDrafts = lazy(() => import('./price-drafts.tsx').then((m) => ({ default: m.PriceDrafts })));
const BulkDialog = lazy(() => import('./bulk-dialog.tsx').then((m) => ({ default: m.BulkDialog })));

interface Props {
  table: PriceTable;
  /** Fetches the table again and replaces this editor. */
  onReload: () => void;
}

/** The price table: filters, grid, and one save. */
export function PriceEditor({ table, onReload }: Props) {
  const model = useMemo(() => modelOf(table), [table]);
  const { state, dispatch, save, isSaving, jumpQuestion, conflicts, closeConflicts } = usePriceEdits(model);
  const [narrowing, setNarrowing] = useState<Narrowing>({ tag: undefined, processId: undefined, text: '' });
  const [view, setView] = useState<View>('both');
  const [chosen, setSelection] = useState<Selection>(at(0, 0));
  const [isBulkOpen, setIsBulkOpen] = useState(false);
  const [isDraftOpen, setIsDraftOpen] = useState(false);
  const [areDraftsOpen, setAreDraftsOpen] = useState(false);
  const canEdit = usePermission('mfr:price:edit');
  const { setDirty } = useUnsavedGuard();

  const shown = useMemo(() => narrowed(model, narrowing), [model, narrowing]);
  const { materials, options } = shown;
  const missing = useMemo(() => countMissing(model, shown, state), [model, shown, state]);
  const extent = { rows: materials.length, columns: options.length };
  const isEmpty = extent.rows === 0 || extent.columns === 0;
  const selection = clampedSelection(chosen, extent);
  const { edits } = state;
  const hasEdits = edits.size > 0;

  const jumpCount = useMemo(
    () => [...edits].filter(([key, after]) => isJump({ before: state.cells.get(key) ?? null, after })).length,
    [edits, state.cells],
  );

  useEffect(() => setDirty(hasEdits));
  useSaveKey(() => void save());

  function cellAt(row: number, column: number): GridCell {
    const materialId = materials[row]?.id ?? 0;
    const optionId = options[column]?.id ?? 0;
    const key = cellKey(materialId, optionId);
    return {
      key,
      isAllowed: model.isAllowed(materialId, optionId),
      isManual: model.isManual(materialId, optionId),
      value: valueOf(state, key),
    };
  }

  function onPasted(result: PastePlan | { problem: string }) {
    if ('problem' in result) return notify({ type: 'error', message: result.problem });
    const { changes, range, skipped, cut } = result;
    dispatch({ type: 'change', changes });
    const [anchor, focus] = [
      { row: range.bottom, column: range.right },
      { row: range.top, column: range.left },
    ];
    setSelection({ anchor, focus });
    const left = [
      skipped > 0 ? `${skipped} 个不适用的格` : '',
      cut > 0 ? `${cut} 个超出表格的值` : '',
    ].filter((text) => text !== '');
    if (left.length > 0) notify({ type: 'warning', message: `已粘贴，跳过 ${left.join('、')}` });
  }

  function goToMissing() {
    const position = nextMissing(model, shown, state, selection.focus);
    if (position) setSelection({ anchor: position, focus: position });
  }

  const nameOf = (materialId: number, optionId: number) => {
    const { materialName, optionName } = namesOf(model, cellKey(materialId, optionId));
    return `${materialName} · ${optionName}`;
  };
  const textOf = (value: GridCell['value']) => cellText(value, 'both') || '（无价格）';

  return (
    <>
      <PriceToolbar
        model={model}
        narrowing={narrowing}
        onNarrow={setNarrowing}
        view={view}
        onView={setView}
        missing={missing}
        onNextMissing={goToMissing}
        canUndo={state.past.length > 0}
        canRedo={state.future.length > 0}
        onUndo={() => dispatch({ type: 'undo' })}
        onRedo={() => dispatch({ type: 'redo' })}
        onReload={() => {
          if (hasEdits) notify({ type: 'warning', message: '请先保存或放弃修改，再重新载入' });
          else onReload();
        }}
      >
        <Button
          disabled={hasEdits}
          title={hasEdits ? '请先保存、存为草稿或放弃修改' : undefined}
          onClick={() => setAreDraftsOpen(true)}
        >
          调价草稿
        </Button>
        <PriceFiles hasEdits={hasEdits} onApplied={onReload} />
      </PriceToolbar>
      {isEmpty ? (
        <Empty
          className={styles.empty}
          description={
            model.cells.size === 0 && model.materials.length === 0 ? '还没有材料' : '没有符合条件的材料或选项'
          }
        />
      ) : (
        <PriceGrid
          materials={materials}
          options={options}
          extent={extent}
          view={view}
          canEdit={canEdit}
          selection={selection}
          onSelect={setSelection}
          cellAt={cellAt}
          isEdited={(key) => edits.has(key)}
          jumps={(key) => isJump({ before: state.cells.get(key) ?? null, after: edits.get(key) ?? null })}
          onChange={(changes) => dispatch({ type: 'change', changes })}
          onPasted={onPasted}
          onUndo={() => dispatch({ type: 'undo' })}
          onRedo={() => dispatch({ type: 'redo' })}
        />
      )}
      <footer className={styles.footer}>
        <span className={styles.hint}>
          {canEdit
            ? '直接输入即可修改，如 12.5/1；回车向下，Tab 向右；可与电子表格互相复制粘贴'
            : '您只能查看，不能修改'}
        </span>
        <span role="status" className={styles.count}>
          {hasEdits ? `${edits.size} 个价格未保存` : ''}
        </span>
        {jumpCount > 0 ? <span className={styles.jump}>{jumpCount} 个变动超过 50%</span> : null}
        {canEdit ? (
          <>
            <Button disabled={isEmpty} onClick={() => setIsBulkOpen(true)}>
              批量调整
            </Button>
            <Button disabled={!hasEdits || isSaving} onClick={() => dispatch({ type: 'discard' })}>
              放弃修改
            </Button>
            <Button disabled={!hasEdits || isSaving} onClick={() => setIsDraftOpen(true)}>
              存为草稿
            </Button>
            <Button
              type="primary"
              disabled={!hasEdits}
              loading={isSaving}
              title="Ctrl S"
              onClick={() => void save()}
            >
              保存
            </Button>
          </>
        ) : null}
      </footer>
      {jumpQuestion}
      <Suspense fallback={null}>
        {isBulkOpen ? (
          <BulkDialog
            cells={cellsWithin(rangeOf(selection), cellAt).flat()}
            namesOf={(key) => namesOf(model, key)}
            onApply={(changes) => {
              dispatch({ type: 'change', changes });
              setIsBulkOpen(false);
            }}
            onCancel={() => setIsBulkOpen(false)}
          />
        ) : null}
        {isDraftOpen ? (
          <DraftDialog
            cells={changesOf(state.cells, edits)}
            onSaved={() => {
              setIsDraftOpen(false);
              dispatch({ type: 'discard' });
            }}
            onCancel={() => setIsDraftOpen(false)}
          />
        ) : null}
        {areDraftsOpen ? (
          <PriceDrafts canEdit={canEdit} onApplied={onReload} onClose={() => setAreDraftsOpen(false)} />
        ) : null}
      </Suspense>
      {conflicts ? (
        <ConflictDialog
          noun="价格"
          differences={conflicts.map(({ materialId, optionId, current }) => {
            const key = cellKey(materialId, optionId);
            return {
              key,
              label: nameOf(materialId, optionId),
              before: textOf(state.cells.get(key) ?? null),
              mine: textOf(valueOf(state, key)),
              theirs: textOf(current),
            };
          })}
          onMerge={(sides) => {
            dispatch({ type: 'merge', conflicts, sides });
            closeConflicts();
          }}
          onCancel={closeConflicts}
        />
      ) : null}
    </>
  );
}
