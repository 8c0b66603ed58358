import { Fragment, memo, useCallback, useEffect, useRef, useState, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { readStored, writeStored } from '#providers/browser-storage.ts';
import { Button } from '#storefront/ui/button.tsx';
import { CloseButton } from '#storefront/ui/close-button.tsx';
import { Icon } from '#storefront/ui/icons.tsx';
import { lazyComponent } from '#storefront/ui/lazy-component.tsx';
import { isBlank, partTitle } from '../draft/draft.ts';
import { focusField } from '../draft/field-focus.ts';
import { isReading } from '../draft/part-model.ts';
import type { QuoteState } from '../draft/quote-actions.ts';
import { MAX_ITEMS } from '../draft/validation.ts';
import type { RepeatedFiles } from '../models/place-files.ts';
import { ChooseModels } from './choose-models.tsx';
import { PartCard } from './part-card.tsx';
import { StartChoices } from './start-choices.tsx';
import { UndoStep } from '../table/undo-step.tsx';
import type { ListActions, Pasting } from './use-part-actions.ts';
import styles from './part-list.module.css';

const PartsTable = lazyComponent(async () => (await import('../table/parts-table.tsx')).PartsTable);
const PasteDialog = lazyComponent(async () => (await import('../table/paste-dialog.tsx')).PasteDialog);

const RepeatedModels = lazyComponent(async () => (await import('./repeated-models.tsx')).RepeatedModels);
const StartOverDialog = lazyComponent(async () => (await import('./start-over-dialog.tsx')).StartOverDialog);

type View = 'cards' | 'table';
const viewLabels = { cards: '卡片', table: '表格' } as const;
const VIEW_NAME = 'parts-view';

interface PartListProps extends Pick<
  ComponentProps<typeof PartCard>,
  'scope' | 'hasLeadClasses' | 'hasNonStandardLead'
> {
  state: QuoteState;
  actions: ListActions;
  /** Files whose model a part already has; the customer decides what to do with them. */
  repeated: readonly RepeatedFiles[];
  pasting: Pasting;
  onStartOver: () => void;
}

export const PartList = memo(function PartList(props: PartListProps) {
  const { state, scope, actions, repeated, pasting, hasLeadClasses, hasNonStandardLead, onStartOver } = props;
  const { parts, removed } = state;
  const { dispatch } = scope;
  const isFull = parts.length >= MAX_ITEMS;
  const [view, setView] = useState<View>(() => (readStored(VIEW_NAME) === 'table' ? 'table' : 'cards'));
  const { setPasting } = actions;
  const removalNotice = removed && (
    <div key={removed.part.key} className={styles.removed} role="status">
      <span>已删除“{partTitle(removed.part, removed.index)}”</span>
      <Button size="small" autoFocus onClick={actions.restore}>
        撤销
      </Button>
      <CloseButton label="关闭提示" onClick={() => dispatch({ type: 'removalDismissed' })} />
    </div>
  );
  const [isStartingOver, setStartingOver] = useState(false);
  // Start choices stay until the customer picks one: fields must not move while the customer types.
  const [hasBegun, setBegun] = useState(() => !parts.every(isBlank));
  const [first] = parts;
  const hasStartChoices = !hasBegun && !first?.modelFile && parts.length === 1 && view === 'cards';
  const isAnyExpanded = parts.some(({ isExpanded }) => isExpanded);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  }, [state]);
  const show = (next: View) => {
    writeStored(VIEW_NAME, next);
    setView(next);
  };
  const openCard = useCallback(
    (key: string) => {
      flushSync(() => {
        writeStored(VIEW_NAME, 'cards');
        setView('cards');
        const part = latest.current.parts.find((candidate) => candidate.key === key);
        if (part?.isExpanded === false) dispatch({ type: 'toggled', key });
      });
      focusField(key, '');
    },
    [dispatch],
  );
  const pasteList = useCallback((text: string) => setPasting({ isOpen: true, text }), [setPasting]);
  return (
    <section className={styles.list} aria-label="零件列表">
      <header className={styles.head}>
        <h2>零件（{parts.length}）</h2>
        <Button size="small" disabled={isFull} onClick={actions.add}>
          <Icon name="plus" />
          添加零件
        </Button>
        <ChooseModels isDisabled={isFull} hasFileButton={!hasStartChoices} onFiles={actions.addFiles} />
        <Button size="small" disabled={isFull} onClick={() => setPasting({ isOpen: true })}>
          粘贴清单
        </Button>
        {view === 'cards' && parts.length > 1 && (
          <Button
            size="small"
            variant="ghost"
            onClick={() => dispatch({ type: 'allToggled', isExpanded: !isAnyExpanded })}
          >
            {isAnyExpanded ? '全部收起' : '全部展开'}
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={() => setStartingOver(true)}>
          重新开始
        </Button>
        {view === 'cards' && state.bulkSourceKey === undefined && hasBulkChange(state) && (
          <UndoStep dispatch={dispatch} />
        )}
        <span role="group" aria-label="显示方式" className={styles.views}>
          {(Object.keys(viewLabels) as View[]).map((option) => (
            <button key={option} type="button" aria-pressed={view === option} onClick={() => show(option)}>
              {viewLabels[option]}
            </button>
          ))}
        </span>
      </header>
      {hasStartChoices && (
        <StartChoices
          onFiles={actions.addFiles}
          onPaste={() => setPasting({ isOpen: true })}
          onType={() => {
            flushSync(() => setBegun(true));
            if (first) focusField(first.key, 'length');
          }}
        />
      )}
      {repeated.length > 0 && (
        <RepeatedModels
          repeated={repeated}
          onSettle={(choice) => void actions.settleRepeated(repeated, choice)}
        />
      )}
      {pasting.isOpen && (
        <PasteDialog
          state={state}
          scope={scope}
          newPart={actions.newPart}
          text={pasting.text}
          onText={(text) => setPasting({ text })}
          onClose={() => setPasting({ isOpen: false })}
          onFilled={() => {
            setPasting({ isOpen: false, text: '' });
            setBegun(true);
            show('table');
          }}
        />
      )}
      {isStartingOver && (
        <StartOverDialog
          onCancel={() => setStartingOver(false)}
          onStartOver={() => {
            setStartingOver(false);
            setBegun(false);
            onStartOver();
          }}
        />
      )}
      {view === 'table' && (
        <>
          {removalNotice}
          <PartsTable
            state={state}
            scope={scope}
            hasNonStandardLead={hasNonStandardLead}
            newPart={actions.newPart}
            onPasteBom={pasteList}
            onOpenCard={openCard}
          />
        </>
      )}
      {view === 'cards' &&
        parts.map((part, index) => (
          <Fragment key={part.key}>
            {removed?.index === index && removalNotice}
            {state.bulkSourceKey === part.key && hasBulkChange(state) && (
              <div>
                <UndoStep dispatch={dispatch} partKey={part.key} />
              </div>
            )}
            <PartCard
              part={part}
              index={index}
              count={parts.length}
              scope={scope}
              actions={actions}
              hasLeadClasses={hasLeadClasses}
              hasNonStandardLead={hasNonStandardLead}
              serverErrors={state.serverErrors[part.key]}
            />
          </Fragment>
        ))}
      {view === 'cards' && removed && removed.index >= parts.length && removalNotice}
      <button type="button" className={styles.more} disabled={isFull} onClick={actions.add}>
        <Icon name="plus" />
        {isFull ? `一次最多报价 ${MAX_ITEMS} 个零件` : '再添加一个零件'}
      </button>
    </section>
  );
});

/**
 * Whether the list offers to undo a change of several parts; a change of one part has its own undo button. While a model is being
 * read, only a change that was applied from one of the parts can be undone.
 */
function hasBulkChange({ beforeBulk, bulkSourceKey, parts }: QuoteState): boolean {
  if (!beforeBulk || (bulkSourceKey === undefined && parts.some(isReading))) return false;
  const before = new Set(beforeBulk);
  const keys = new Set(parts.map(({ key }) => key));
  return (
    parts.filter((part) => !before.has(part)).length > 1 || !beforeBulk.every(({ key }) => keys.has(key))
  );
}
