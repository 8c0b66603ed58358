import { memo, use, useRef } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatFen } from '#domain/money.ts';
import { TruncatedName } from '#storefront/ui/truncated-name.tsx';
import { Icon } from '#storefront/ui/icons.tsx';
import { modelChargeText } from '../draft/charges/model-charge-text.ts';
import { partTitle, type PartDraft } from '../draft/draft.ts';
import { fieldId } from '../draft/field-focus.ts';
import { QuoteLinesContext } from '../draft/quote-lines.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { isReferencePrice, pendingLineLabel } from '../draft/price-draft.ts';
import { NUMERIC_FIELDS } from '../draft/size-text.ts';
import { visibleErrors } from '../draft/validation.ts';
import { ModelBadge } from '../models/model-state.tsx';
import { ModelPicture } from '../models/model-picture.tsx';
import { cellError, cellText, fieldOf, isChoice, optionsOf, processOf, withCell } from './cell-values.ts';
import { ChoiceCell } from './choice-cell.tsx';
import type { TableColumn } from './headings.ts';
import { readMeasureNotation, readSizeNotation } from './list-size.ts';
import { cellAttributes, type CellProps } from './table-cell.ts';
import styles from './parts-table.module.css';

const labels: Partial<Record<TableColumn, string>> = {
  name: '零件名称',
  material: '材料',
  length: '长度',
  width: '宽度',
  height: '高度',
  num: '数量',
  remark: '备注',
};
const MAX_LENGTHS: Partial<Record<TableColumn, number>> = { name: 60, remark: 500 };

interface TableRowProps {
  part: PartDraft;
  index: number;
  /** In pixels from the first row. */
  top: number;
  columns: readonly TableColumn[];
  scope: QuoteScope;
  serverErrors: FieldErrors | undefined;
  isSelected: boolean;
  /** Tab stops only in this row; arrow keys reach the others. */
  isActive: boolean;
  onSelect: (row: number, isSelected: boolean, isRange: boolean) => void;
  onOpenCard: (partKey: string) => void;
}

/** The visible errors of a part, by field. */
export function errorsOf(part: PartDraft, scope: QuoteScope, serverErrors: FieldErrors = {}): FieldErrors {
  return { ...visibleErrors(part, scope.viewOf(part).checked.errors ?? {}), ...serverErrors };
}

/** Re-rendered only when its part changes. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { part, index, top, columns, scope, serverErrors, isSelected, isActive, onSelect, onOpenCard } =
    props;
  const { catalogue, dispatch } = scope;
  const errors = errorsOf(part, scope, serverErrors);
  const title = partTitle(part, index);
  const tabIndex = isActive ? 0 : -1;
  return (
    <div
      role="row"
      id={part.key}
      data-part={part.key}
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-label={title}
      aria-selected={isSelected}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="gridcell" className={styles.index}>
        <input
          type="checkbox"
          tabIndex={tabIndex}
          aria-label={`选择 ${title}`}
          checked={isSelected}
          onChange={({ target, nativeEvent }) =>
            onSelect(index, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
        {index + 1}
      </span>
      {columns.map((column) => {
        const name = labels[column] ?? processOf(column, catalogue)?.name ?? '表面处理';
        const set = (text: string) => {
          const next = withCell(part, column, text, catalogue);
          dispatch({ type: 'bulkSet', fields: new Map([[part.key, next]]), added: [] });
        };
        const shared = {
          id: fieldId(part.key, fieldOf(column, catalogue)),
          row: index,
          column,
          label: `${title} ${name}`,
          text: cellText(part, column, catalogue),
          error: cellError(part, column, errors, catalogue),
          tabIndex,
        };
        return column === 'material' || isChoice(column) ? (
          <ChoiceCell
            key={column}
            {...shared}
            isAssumed={column === 'finish' && part.assumed?.finish === shared.text}
            options={() => optionsOf(part, column, catalogue)}
            onCommit={set}
          />
        ) : (
          <TextCell
            key={column}
            {...shared}
            modelPart={column === 'name' ? part : undefined}
            scope={scope}
            isDiameter={part.isRound === true && (column === 'length' || column === 'width')}
            onType={(text) => dispatch({ type: 'typed', key: part.key, field: column, text })}
            onSize={set}
          />
        );
      })}
      <PriceCells part={part} title={title} scope={scope} tabIndex={tabIndex} onOpenCard={onOpenCard} />
    </div>
  );
});

interface TextCellProps extends CellProps {
  /** The part, in the cell that shows its model. */
  modelPart?: PartDraft;
  scope: QuoteScope;
  isDiameter: boolean;
  onType: (text: string) => void;
  /** Called when the text is a complete size. */
  onSize: (text: string) => void;
}

/** Changes the part, and with it the price, while the customer types. Escape reverts. */
function TextCell(props: TextCellProps) {
  const { column, text, modelPart, scope, isDiameter, onType, onSize } = props;
  const model = modelPart?.modelFile;
  const numericField = NUMERIC_FIELDS.find((field) => field === column);
  const initialText = useRef(text);
  const attributes = cellAttributes(props);
  const tidy = () => {
    if (column === 'length' && readSizeNotation(text)) return onSize(text);
    const tidied = numericField && readMeasureNotation(numericField, text);
    if (tidied !== undefined && tidied !== text) onType(tidied);
  };
  const field = (
    <input
      {...attributes}
      title={attributes.title ?? text}
      value={text}
      inputMode={numericField && (numericField === 'num' ? 'numeric' : 'decimal')}
      maxLength={MAX_LENGTHS[column] ?? 60}
      onChange={({ target }) => onType(target.value)}
      onFocus={(event) => {
        initialText.current = text;
        attributes.onFocus(event);
      }}
      onBlur={tidy}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && text !== initialText.current) onType(initialText.current);
        else if (key === 'Enter') tidy();
      }}
    />
  );
  return (
    <span role="gridcell" className={model && styles.pictured} data-diameter={isDiameter || undefined}>
      {model && <ModelPicture model={model} size="row" />}
      {column === 'name' ? (
        <span className={styles.named}>
          {field}
          <TruncatedName name={text} className={styles.cut} isHiddenFromReaders />
        </span>
      ) : (
        field
      )}
      {model && <ModelBadge part={modelPart} model={model} scope={scope} shownByPrice={SHOWN_BY_PRICE} />}
    </span>
  );
}

/** Model states left to the price column; not `person`, because on phones that column is out of sight. */
const SHOWN_BY_PRICE = ['reading'] as const;

/** The charges that the part causes by its model's measurements. */
function ModelCharge({ part }: Pick<TableRowProps, 'part'>) {
  const charge = modelChargeText(use(QuoteLinesContext).chargeResult?.modelChargesFen, part);
  if (charge === '') return null;
  return (
    <small className={styles.charged} title="按模型的附加费">
      {charge}
    </small>
  );
}

interface PriceCellsProps extends Pick<TableRowProps, 'part' | 'scope' | 'onOpenCard'> {
  title: string;
  tabIndex: number;
}

function PriceCells({ part, title, scope, tabIndex, onOpenCard }: PriceCellsProps) {
  const { price, checked } = scope.viewOf(part);
  const isComplete = price.isPriced && checked.item !== undefined;
  const isReference = isReferencePrice(price);
  const isUnpriced = !price.isPriced && price.isUnpriced === true && checked.item !== undefined;
  const [problem = ''] = [
    ...(price.reviewReasons?.map(({ sentence, fact }) => [fact, sentence].filter(Boolean).join('，')) ?? []),
    ...(price.isPriced ? (price.holds ?? []) : [price.reason]),
    ...part.notices,
    ...Object.values(checked.errors ?? {}),
  ];
  return (
    <>
      <span
        role="gridcell"
        className={styles.amount}
        title={isComplete && !isReference ? undefined : problem}
      >
        {isComplete ? (
          <span>
            {isReference && <small className={styles.reference}>参考价 </small>}
            {formatFen(price.price.subTotalFen)}
            <ModelCharge part={part} />
          </span>
        ) : (
          <span className={styles.open}>{pendingLineLabel({ part, isUnpriced })}</span>
        )}
      </span>
      <span role="gridcell" className={styles.days}>
        {isComplete && workingDaysText(price.price.deliveryDays)}
        <button
          type="button"
          tabIndex={tabIndex}
          className={styles.card}
          aria-label={`在卡片中打开 ${title}`}
          title="全部工艺、附件和价格说明"
          onClick={() => onOpenCard(part.key)}
        >
          <Icon name="chevron" />
        </button>
      </span>
    </>
  );
}
