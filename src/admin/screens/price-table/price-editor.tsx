import { Button, Empty } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { pairKey } from '#contract/prices/cell-changes.ts';
import { priceHistory } from '#contract/prices/price-history.ts';
import type { PriceTable } from '#contract/prices/price-table.ts';
import { notify } from '#providers/notices.ts';
import { endpointQuery } from '../../calls/use-endpoint.ts';
import { usePermission } from '../../session/use-permission.ts';
import { PriceHistory } from '../../components/prices/price-history.tsx';
import {
  changeKindCounts,
  yuanChangeOf,
  valueNeedsConfirmation,
} from '../../components/prices/price-value.ts';
import { SaveAsDraft } from '../../components/prices/save-as-draft.tsx';
import { useSaveKey } from '../../components/use-save-key.ts';
import { useUnsavedGuard } from '../../components/use-unsaved-guard.ts';
import { PriceDrafts } from './drafts/price-drafts.tsx';
import { BulkDialog } from './grid/bulk-dialog.tsx';
import type { CellView } from './grid/cell-text.ts';
import { valueOf } from './grid/edits.ts';
import { missingCells, nextMissing } from './grid/missing.ts';
import type { TableCell, PastePlan } from './grid/paste.ts';
import { PriceConflicts } from './price-conflicts.tsx';
import { PriceFiles } from './price-files.tsx';
import { PriceFooter } from './price-footer.tsx';
import { PriceGrid } from './grid/price-grid.tsx';
import {
  changesOf,
  fullNameOf,
  rowAndColumnIdsOf,
  modelOf,
  namesOf,
  filterPrices,
  type PriceFilter,
} from './price-model.ts';
import styles from './price-table.module.css';
import { PriceToolbar } from './price-toolbar.tsx';
import { selectionText } from './grid/selection-text.ts';
import {
  selectAt,
  cellsWithin,
  selectAll,
  selectionAfterFilter,
  selectCell,
  rangeOf,
  type Selection,
} from './grid/selection.ts';
import { usePriceEdits } from './use-price-edits.ts';

interface Props {
  table: PriceTable;
  filter: PriceFilter;
  onFilter: (filter: PriceFilter) => void;
  view: CellView;
  onView: (view: CellView) => void;
  /** Fetches the table again and replaces this editor. */
  onReload: () => void;
  onVersions: () => void;
}

export function PriceEditor({ table, filter, onFilter, view, onView, onReload, onVersions }: Props) {
  const model = useMemo(() => modelOf(table), [table]);
  const { state, dispatch, save, isSaving, jumpQuestion, conflicts, closeConflicts } = usePriceEdits(model);
  // The URL may name a draft to show first.
  const [params, setParams] = useSearchParams();
  const draftId = Number(params.get('draft')) || undefined;
  const [dialog, setDialog] = useState<'history' | 'bulk' | 'drafts' | undefined>(
    draftId === undefined ? undefined : 'drafts',
  );
  const [isSavedAsDraft, setIsSavedAsDraft] = useState(false);
  const close = () => setDialog(undefined);
  const canEdit = usePermission('mfr:price:edit');
  const { setDirty } = useUnsavedGuard();

  const filteredModel = useMemo(() => filterPrices(model, filter), [model, filter]);
  const { materials, options } = filteredModel;
  // The selection is stored with the rows and columns it refers to, because the filter may change them.
  const [selected, setSelected] = useState({ selection: selectAt(0, 0), filtered: filteredModel });
  const setSelection = (picked: Selection) => setSelected({ selection: picked, filtered: filteredModel });
  const missing = useMemo(() => missingCells(model, filteredModel, state), [model, filteredModel, state]);
  const extent = { rows: materials.length, columns: options.length };
  const isEmpty = extent.rows === 0 || extent.columns === 0;
  const selection = useMemo(
    () =>
      selectionAfterFilter(
        selected.selection,
        rowAndColumnIdsOf(selected.filtered),
        rowAndColumnIdsOf(filteredModel),
      ),
    [selected, filteredModel],
  );
  const { edits } = state;
  const hasEdits = edits.size > 0;

  const cellChanges = useMemo(
    () => changesOf(state.cells, edits).map((change) => ({ kind: 'cell' as const, ...change })),
    [edits, state.cells],
  );
  const warnings = useMemo(
    () => changeKindCounts(cellChanges.filter(valueNeedsConfirmation).map(yuanChangeOf)),
    [cellChanges],
  );

  useEffect(() => setDirty(hasEdits));
  const grid = useRef<HTMLDivElement>(null);
  const hadEdits = useRef(hasEdits);
  useEffect(() => {
    // The button just pressed is now disabled and has lost the focus.
    if (hadEdits.current && !hasEdits && !grid.current?.contains(document.activeElement))
      grid.current?.focus({ preventScroll: true });
    hadEdits.current = hasEdits;
  }, [hasEdits]);
  useSaveKey(() => void save());

  function cellAt(row: number, column: number): TableCell {
    const materialId = materials[row]?.id ?? 0;
    const optionId = options[column]?.id ?? 0;
    const key = pairKey(materialId, optionId);
    return {
      key,
      isAllowed: model.isAllowed(materialId, optionId),
      isManual: model.isManual(materialId, optionId),
      value: valueOf(state, key),
    };
  }

  function onPasted(result: PastePlan | { problem: string }) {
    if ('problem' in result) return notify({ type: 'error', message: result.problem });
    const { changes, range, skipped, outside } = result;
    const emptied = changes.filter(([key, value]) => value === null && valueOf(state, key) !== null).length;
    dispatch({ type: 'change', changes });
    setSelection({
      anchor: { row: range.bottom, column: range.right },
      focus: { row: range.top, column: range.left },
    });
    const skippedTexts = [
      skipped > 0 ? `${skipped} 个不适用的格（适用规则在“工艺”中设置）` : '',
      outside > 0 ? `${outside} 个超出表格的值` : '',
    ].filter((text) => text !== '');
    const notes = [
      emptied > 0 ? `清空 ${emptied} 个价格（空白格；合并单元格只有第一格有值）` : '',
      skippedTexts.length > 0 ? `跳过 ${skippedTexts.join('、')}` : '',
    ].filter((text) => text !== '');
    if (notes.length > 0) notify({ type: 'warning', message: `已粘贴，${notes.join('，')}` });
  }

  function goToMissing() {
    const position = nextMissing(missing, selection.focus);
    if (position) setSelection(selectCell(position));
  }

  const [activeMaterial, activeOption] = [materials[selection.focus.row], options[selection.focus.column]];
  const activePair = activeMaterial &&
    activeOption && { materialId: activeMaterial.id, optionId: activeOption.id };

  const disabledWhileEdited = {
    disabled: hasEdits,
    title: hasEdits ? '请先保存、存为草稿或放弃修改' : undefined,
  };
  return (
    <>
      <PriceToolbar
        model={model}
        filter={filter}
        onFilter={onFilter}
        view={view}
        onView={onView}
        missingCount={missing.length}
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
        <Button {...disabledWhileEdited} onClick={() => setDialog('drafts')}>
          调价草稿
        </Button>
        <Button {...disabledWhileEdited} onClick={onVersions}>
          价目版本
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
          ref={grid}
          materials={materials}
          options={options}
          extent={extent}
          view={view}
          canEdit={canEdit}
          selection={selection}
          onSelect={setSelection}
          cellAt={cellAt}
          isEdited={(key) => edits.has(key)}
          isLargeChange={(key) =>
            valueNeedsConfirmation({ before: state.cells.get(key) ?? null, after: edits.get(key) ?? null })
          }
          onChange={(changes) => dispatch({ type: 'change', changes })}
          onPasted={onPasted}
          onNotOffered={(key) =>
            notify({ type: 'warning', message: `${fullNameOf(model, key)} 不适用，适用规则在“工艺”中设置` })
          }
          onUndo={() => dispatch({ type: 'undo' })}
          onRedo={() => dispatch({ type: 'redo' })}
        />
      )}
      <PriceFooter
        canEdit={canEdit}
        isEmpty={isEmpty}
        isSaving={isSaving}
        editCount={edits.size}
        warnings={warnings}
        isSavedAsDraft={isSavedAsDraft}
        onDrafts={() => setDialog('drafts')}
        onHistory={() => setDialog('history')}
        onBulk={() => setDialog('bulk')}
        onDiscard={() => dispatch({ type: 'discard' })}
        onSave={() => void save()}
      >
        <SaveAsDraft
          disabled={!hasEdits || isSaving}
          changes={cellChanges}
          onSaved={() => {
            dispatch({ type: 'discard' });
            setIsSavedAsDraft(true);
          }}
        />
      </PriceFooter>
      {jumpQuestion}
      {dialog === 'bulk' ? (
        <BulkDialog
          cells={cellsWithin(rangeOf(selection), cellAt).flat()}
          selectionLabel={selectionText(filteredModel, rangeOf(selection), model)}
          shownCount={extent.rows * extent.columns}
          onSelectAll={() => setSelection(selectAll(extent))}
          namesOf={(key) => namesOf(model, key)}
          onApply={(changes) => {
            dispatch({ type: 'change', changes });
            close();
          }}
          onCancel={close}
        />
      ) : null}
      {dialog === 'history' && activePair ? (
        <PriceHistory
          title={fullNameOf(model, pairKey(activePair.materialId, activePair.optionId))}
          read={(page) => endpointQuery(priceHistory.ofCell, { query: { ...activePair, ...page } })}
          onClose={close}
        />
      ) : null}
      {dialog === 'drafts' ? (
        <PriceDrafts
          canEdit={canEdit}
          draftId={draftId}
          onApplied={onReload}
          onClose={() => {
            close();
            if (draftId !== undefined) setParams({}, { replace: true });
          }}
        />
      ) : null}
      {conflicts ? (
        <PriceConflicts
          conflicts={conflicts}
          model={model}
          state={state}
          dispatch={dispatch}
          onClose={closeConflicts}
        />
      ) : null}
    </>
  );
}
