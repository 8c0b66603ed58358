import { useRef, useState } from 'react';
import { notify } from '#providers/notices.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { Button } from '#storefront/ui/button.tsx';
import { findMaterial } from '../draft/catalogue-types.ts';
import type { PartDraft, PartFields } from '../draft/draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import type { QuoteState } from '../draft/quote-actions.ts';
import { UndoStep } from './undo-step.tsx';
import { findChoice, choicesFor, findFinishProcess } from './choices.ts';
import { withCell } from './cell-values.ts';
import type { TableColumn } from './headings.ts';
import styles from './parts-table.module.css';

interface SelectionBarProps {
  state: QuoteState;
  scope: QuoteScope;
  selected: readonly PartDraft[];
  onDone: () => void;
}

/** Sets material, processes or quantity of the selected parts, or removes them. */
export function SelectionBar({ state, scope, selected, onDone }: SelectionBarProps) {
  const { catalogue, beforeBulk } = state;
  const bar = useRef<HTMLDivElement>(null);
  const [num, setNum] = useState('');
  const finish = findFinishProcess(catalogue.tree);
  const set = (change: (part: PartDraft) => PartFields) =>
    scope.dispatch({
      type: 'bulkSet',
      fields: new Map(selected.map((part) => [part.key, change(part)])),
      added: [],
    });
  const setChoice = (process: ProcessNode, text: string) => {
    const column: TableColumn = process === finish ? 'finish' : processKey(process.id);
    const suits = ({ materialId }: PartDraft) =>
      findChoice(choicesFor(process, materialId), text, process.name) !== undefined;
    const unsuited = selected.filter((part) => !suits(part));
    set((part) => (suits(part) ? withCell(part, column, text, catalogue) : part));
    if (unsuited.length > 0) {
      const names = new Set(
        unsuited.map((part) => findMaterial(catalogue, part.materialId)?.name ?? '未选材料'),
      );
      const message = `“${text}”不适用于 ${[...names].join('、')}，${unsuited.length} 个零件保持不变`;
      notify({ type: 'warning', message });
    }
  };
  const optionsOf = (process: ProcessNode | undefined) => [
    ...new Set(selected.flatMap(({ materialId }) => choicesFor(process, materialId).map(({ text }) => text))),
  ];
  const others = catalogue.tree.filter((process) => process !== finish);
  const isEmpty = selected.length === 0;
  return (
    <div ref={bar} role="toolbar" aria-label="批量设置" tabIndex={-1} className={styles.bar}>
      <span className={styles.count}>
        {isEmpty ? '勾选零件后批量设置' : `已选 ${selected.length} 个零件`}
      </span>
      {!isEmpty && (
        <>
          <BulkSelect
            label="材料"
            options={catalogue.materials.map(({ name }) => name)}
            onPick={(name) => set((part) => withCell(part, 'material', name, catalogue))}
          />
          <BulkSelect
            label={finish?.name ?? '工艺'}
            options={optionsOf(finish)}
            onPick={(text) => finish && setChoice(finish, text)}
          />
          {others.length > 0 && (
            <select
              aria-label="批量设置其他工艺"
              value=""
              onChange={({ target }) => {
                const [id, text = ''] = target.value.split(/:(.*)/s);
                const chosen = others.find((process) => String(process.id) === id);
                if (chosen) setChoice(chosen, text);
              }}
            >
              <option value="" disabled hidden>
                设其他工艺
              </option>
              {others.map((process) => {
                const texts = optionsOf(process);
                return texts.length === 0 ? null : (
                  <optgroup key={process.id} label={process.name}>
                    {texts.map((text) => (
                      <option key={text} value={`${process.id}:${text}`}>
                        {text}
                      </option>
                    ))}
                  </optgroup>
                );
              })}
            </select>
          )}
          <form
            className={styles.quantity}
            onSubmit={(event) => {
              event.preventDefault();
              set((part) => withCell(part, 'num', num, catalogue));
            }}
          >
            <input
              aria-label="批量数量"
              placeholder="数量"
              inputMode="numeric"
              maxLength={20}
              value={num}
              onChange={({ target }) => setNum(target.value)}
            />
            <Button size="small" type="submit" disabled={num.trim() === ''}>
              设为数量
            </Button>
          </form>
          <Button
            size="small"
            onClick={() => {
              scope.dispatch({ type: 'bulkRemoved', keys: new Set(selected.map(({ key }) => key)) });
              onDone();
              // The button disappears with the selection.
              bar.current?.focus();
            }}
          >
            删除所选
          </Button>
        </>
      )}
      {beforeBulk && <UndoStep dispatch={scope.dispatch} />}
    </div>
  );
}

interface BulkSelectProps {
  label: string;
  options: readonly string[];
  onPick: (option: string) => void;
}

/** A select used as a menu: picking an option acts at once and leaves none selected. */
function BulkSelect({ label, options, onPick }: BulkSelectProps) {
  return (
    <select
      aria-label={`批量设置${label}`}
      disabled={options.length === 0}
      value=""
      onChange={({ target }) => onPick(target.value)}
    >
      <option value="" disabled hidden>
        设{label}
      </option>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}
