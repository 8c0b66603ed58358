import { memo, useMemo, useState, type KeyboardEvent } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { lazyComponent } from '#storefront/ui/lazy-component.tsx';
import { findMaterial } from '../draft/catalogue-types.ts';
import { parseField, partTitle, sizeText, type PartDraft } from '../draft/draft.ts';
import { ladderOf } from '../draft/price-draft.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { sizeAdvice } from '../draft/size-saving.ts';
import { MAX_ITEMS, visibleErrors } from '../draft/validation.ts';
import { MaterialPicker } from './fields/material-picker.tsx';
import { PartFilesField } from './fields/part-files-field.tsx';
import { PartHeader, type PartActions } from './part-header.tsx';
import { PartNotices, UnofferedTexts } from './part-notices.tsx';
import { PriceLine, type PriceToggle } from './price-line.tsx';
import { ProcessFields } from './fields/process-fields.tsx';
import { QuantityLadder } from './quantity-ladder.tsx';
import { RemarkField } from './fields/remark-field.tsx';
import { SizeFields } from './fields/size-fields.tsx';
import styles from './part-card.module.css';

interface PartCardProps {
  part: PartDraft;
  index: number;
  count: number;
  scope: QuoteScope;
  actions: PartActions;
  /** The shop offers several lead classes. */
  hasLeadClasses: boolean;
  /** The quotation has a lead class other than 标准. */
  hasNonStandardLead: boolean;
  serverErrors?: FieldErrors;
}

const NO_ERRORS: FieldErrors = {};

// Loaded on demand, because few parts need them.
const ModelPanel = lazyComponent(
  async () => (await import('../models/model-panel.tsx')).ModelPanel,
  <p role="status">正在读取模型…</p>,
);
const PartReasons = lazyComponent(async () => (await import('./part-reasons.tsx')).PartReasons);
const EarlierPrice = lazyComponent(async () => (await import('./earlier-price.tsx')).EarlierPrice);
const PartReceipt = lazyComponent(async () => (await import('./part-receipt.tsx')).PartReceipt);
const PartSuggestions = lazyComponent(async () => (await import('./part-suggestions.tsx')).PartSuggestions);
const PartMatrix = lazyComponent(async () => (await import('./part-matrix.tsx')).PartMatrix);

/** One part: material, processes and current price. */
export const PartCard = memo(function PartCard(props: PartCardProps) {
  const {
    part,
    index,
    count,
    scope,
    actions,
    hasLeadClasses,
    hasNonStandardLead,
    serverErrors = NO_ERRORS,
  } = props;
  const { key, isExpanded } = part;
  const [openSections, setOpenSections] = useState<readonly string[]>([]);
  const { price, checked } = scope.viewOf(part);
  const errors = { ...visibleErrors(part, checked.errors ?? NO_ERRORS), ...serverErrors };
  const material = findMaterial(scope.catalogue, part.materialId);
  const trace = price.isPriced ? price.price.trace : undefined;
  const isPriceHidden = !price.isPriced && price.hidden !== undefined;
  const advice = useMemo(
    () => (isExpanded && !isPriceHidden ? sizeAdvice(part, scope.catalogue) : undefined),
    [isExpanded, isPriceHidden, part, scope],
  );
  const rungs = useMemo(
    () => (isExpanded && !isPriceHidden ? ladderOf(part, scope.catalogue) : []),
    [isExpanded, isPriceHidden, part, scope],
  );

  const toggleOf = (name: string, label: string): PriceToggle => {
    const isOpen = openSections.includes(name);
    const next = isOpen ? openSections.filter((openName) => openName !== name) : [...openSections, name];
    return { label, id: `${key}-${name}`, isExpanded: isOpen, onToggle: () => setOpenSections(next) };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    actions.move(key, event.key === 'ArrowUp' ? -1 : 1);
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut; buttons do the same
    <section
      id={key}
      data-part={key}
      className={styles.card}
      aria-label={partTitle(part, index)}
      tabIndex={-1}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onKeyDown={onKeyDown}
    >
      <PartHeader
        partKey={key}
        name={part.name}
        index={index}
        count={count}
        isExpanded={isExpanded}
        summary={summaryOf(part, material?.name)}
        collapsedPart={isExpanded ? undefined : part}
        scope={scope}
        nameError={errors['name']}
        actions={actions}
      />
      <PartNotices
        notices={part.notices}
        onDismiss={() => scope.dispatch({ type: 'noticesDismissed', key })}
      />
      <UnofferedTexts part={part} scope={scope} />
      {isExpanded && (
        <div className={styles.body}>
          {part.modelFile && (
            <ModelPanel
              part={part}
              model={part.modelFile}
              material={material}
              maxNewParts={MAX_ITEMS - count}
              scope={scope}
            />
          )}
          <MaterialPicker
            scope={scope}
            partKey={key}
            materialId={part.materialId}
            error={errors['material']}
          />
          <SizeFields
            partKey={key}
            length={part.length}
            width={part.width}
            height={part.height}
            num={part.num}
            isRound={part.isRound ?? false}
            isFromModel={part.modelFile !== undefined}
            material={material}
            ratio={trace?.ratio}
            advice={advice}
            errors={errors}
            dispatch={scope.dispatch}
          />
          {material && (
            <ProcessFields
              scope={scope}
              partKey={key}
              material={material}
              selections={part.selections}
              errors={processErrors(errors)}
            />
          )}
          <RemarkField partKey={key} value={part.remark} error={errors['remark']} dispatch={scope.dispatch} />
          <PartFilesField
            partKey={key}
            files={part.files}
            pendingFiles={part.pendingFiles}
            error={errors['fileIds']}
            dispatch={scope.dispatch}
          />
        </div>
      )}
      {price.reviewReasons && price.reviewReasons.length > 0 && (
        <PartReasons reviewReasons={price.reviewReasons} keyOf={() => key} dispatch={scope.dispatch} />
      )}
      {part.earlier && (
        <EarlierPrice part={part} earlier={part.earlier} price={price} catalogue={scope.catalogue} />
      )}
      <PriceLine
        partKey={key}
        price={price}
        hasNonStandardLead={hasNonStandardLead}
        toggles={[
          ...(hasLeadClasses ? [toggleOf('matrix', '数量 × 交期')] : []),
          toggleOf('suggestions', '省钱建议'),
          toggleOf('receipt', '价格说明'),
        ]}
      />
      {hasLeadClasses && (
        <div id={`${key}-matrix`} hidden={!openSections.includes('matrix') || !trace}>
          {openSections.includes('matrix') && trace && <PartMatrix part={part} scope={scope} />}
        </div>
      )}
      <div id={`${key}-suggestions`} hidden={!openSections.includes('suggestions') || !trace}>
        {openSections.includes('suggestions') &&
          (checked.item ? (
            <PartSuggestions part={part} item={checked.item} scope={scope} />
          ) : (
            <p className={styles.incomplete}>请先补全这个零件，才能查找省钱的办法。</p>
          ))}
      </div>
      <div
        id={`${key}-receipt`}
        className={styles.receipt}
        hidden={!openSections.includes('receipt') || !trace}
      >
        {openSections.includes('receipt') && trace && (
          <PartReceipt part={part} trace={trace} material={material} scope={scope} />
        )}
      </div>
      {rungs.length > 0 && (
        <QuantityLadder
          partKey={key}
          rungs={rungs}
          num={parseField(part, 'num') ?? 0}
          dispatch={scope.dispatch}
        />
      )}
    </section>
  );
});

/** The errors of processes. If there are none, always the same object, so that typing a size does not re-render them. */
function processErrors(errors: FieldErrors): FieldErrors {
  const entries = Object.entries(errors).filter(([field]) => field.startsWith('process_'));
  return entries.length === 0 ? NO_ERRORS : Object.fromEntries(entries);
}

function summaryOf(part: PartDraft, materialName: string | undefined): string {
  const pieces = part.num && `${part.num} 件`;
  return [materialName ?? '未选材料', sizeText(part), pieces].filter(Boolean).join(' · ');
}
