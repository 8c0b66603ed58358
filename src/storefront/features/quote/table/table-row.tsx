import { memo, useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '#contract/errors.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatFen } from '#domain/money.ts';
import { CutName } from '#storefront/ui/cut-name.tsx';
import { Icon } from '#storefront/ui/icons.tsx';
import { partTitle, type PartDraft } from '../draft/draft.ts';
import { fieldId } from '../draft/field-focus.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { lineWord } from '../draft/price-draft.ts';
import { MEASURED_FIELDS, readMeasure } from '../draft/size-text.ts';
import { visibleErrors } from '../draft/validation.ts';
import { ModelMark } from '../models/model-mark.tsx';
import { ModelPicture } from '../models/model-picture.tsx';
import { BILL_FIELDS, type BillField } from './bill.ts';
import { cellText, fieldOf, withCell } from './cell-values.ts';
import { choicesId } from './table-choices.tsx';
import styles from './parts-table.module.css';

const labels: Record<BillField, string> = {
  name: '零件名称',
  material: '材料',
  length: '长度',
  width: '宽度',
  height: '高度',
  num: '数量',
  finish: '表面处理',
  remark: '备注',
};
const ASSUMED = '清单里没有写，按默认';
const MAX_LENGTHS: Partial<Record<BillField, number>> = { name: 60, remark: 500 };

interface TableRowProps {
  part: PartDraft;
  index: number;
  /** In pixels from the first row. */
  top: number;
  scope: QuoteScope;
  serverErrors: FieldErrors | undefined;
  isChosen: boolean;
  /** Tab stops only in this row; arrow keys lead to the others. */
  isActive: boolean;
  onChoose: (row: number, isChosen: boolean, isRange: boolean) => void;
  onOpenCard: (partKey: string) => void;
}

/** The errors of a part that its row shows, by field. */
export function errorsOf(part: PartDraft, scope: QuoteScope, serverErrors: FieldErrors = {}): FieldErrors {
  return { ...visibleErrors(part, scope.viewOf(part).checked.errors ?? {}), ...serverErrors };
}

/** One part as a row of fields; renders only when its part changes. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { part, index, top, scope, serverErrors, isChosen, isActive, onChoose, onOpenCard } = props;
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
      aria-selected={isChosen}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="gridcell" className={styles.index}>
        <input
          type="checkbox"
          tabIndex={tabIndex}
          aria-label={`选择 ${title}`}
          checked={isChosen}
          onChange={({ target, nativeEvent }) =>
            onChoose(index, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
        {index + 1}
      </span>
      {BILL_FIELDS.map((column) => {
        const field = fieldOf(column, catalogue);
        const shared = {
          id: fieldId(part.key, field),
          row: index,
          column,
          label: `${title} ${labels[column]}`,
          text: cellText(part, column, catalogue),
          error: errors[field],
          tabIndex,
        };
        return column === 'material' || column === 'finish' ? (
          <ChoiceCell
            key={column}
            {...shared}
            isAssumed={part.assumed?.[column] === shared.text}
            list={choicesId(column, part.materialId)}
            onCommit={(text) => {
              const next = withCell(part, column, text, catalogue);
              dispatch({ type: 'bulkSet', fields: new Map([[part.key, next]]), added: [] });
            }}
          />
        ) : (
          <TextCell
            key={column}
            {...shared}
            modelled={column === 'name' ? part : undefined}
            scope={scope}
            onType={(text) => dispatch({ type: 'typed', key: part.key, field: column, text })}
          />
        );
      })}
      <PriceCells part={part} title={title} scope={scope} tabIndex={tabIndex} onOpenCard={onOpenCard} />
    </div>
  );
});

interface CellProps {
  id: string;
  row: number;
  column: BillField;
  label: string;
  text: string;
  error: string | undefined;
  tabIndex: number;
}

const cellAttributes = ({ id, row, column, label, error, tabIndex }: CellProps) => ({
  id,
  tabIndex,
  'data-row': row,
  'data-column': column,
  'aria-label': label,
  'aria-invalid': error !== undefined,
  title: error,
  className: styles.cell,
  autoComplete: 'off',
  onFocus: (event: { target: HTMLInputElement }) => event.target.select(),
});

interface TextCellProps extends CellProps {
  /** The part whose model this cell shows. */
  modelled?: PartDraft;
  scope: QuoteScope;
  onType: (text: string) => void;
}

/** Typed text changes the part at once, and with it the price. Escape takes it back. */
function TextCell(props: TextCellProps) {
  const { column, text, modelled, scope, onType } = props;
  const model = modelled?.modelFile;
  const measured = MEASURED_FIELDS.find((field) => field === column);
  const before = useRef(text);
  const attributes = cellAttributes(props);
  const tidy = () => {
    const read = measured && readMeasure(measured, text);
    if (read !== undefined && read !== text) onType(read);
  };
  const field = (
    <input
      {...attributes}
      title={attributes.title ?? text}
      value={text}
      inputMode={measured && (measured === 'num' ? 'numeric' : 'decimal')}
      maxLength={MAX_LENGTHS[column] ?? 20}
      onChange={({ target }) => onType(target.value)}
      onFocus={(event) => {
        before.current = text;
        attributes.onFocus(event);
      }}
      onBlur={tidy}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && text !== before.current) onType(before.current);
        else if (key === 'Enter') tidy();
      }}
    />
  );
  return (
    <span role="gridcell" className={model && styles.pictured}>
      {model && <ModelPicture model={model} size="row" />}
      {column === 'name' ? (
        <span className={styles.named}>
          {field}
          <CutName name={text} className={styles.cut} isForEyes />
        </span>
      ) : (
        field
      )}
      {model && <ModelMark part={modelled} model={model} scope={scope} isBesidePrice />}
    </span>
  );
}

/** A material or finish by name: committed when the cell is left, because half a name means nothing. */
function ChoiceCell(
  props: CellProps & {
    /** The list that was pasted named none: this is the default. */
    isAssumed: boolean;
    list: string;
    onCommit: (text: string) => void;
  },
) {
  const { text, isAssumed, list, onCommit } = props;
  const attributes = cellAttributes(props);
  const [edited, setEdited] = useState<string>();
  const commit = () => {
    if (edited !== undefined && edited !== text) onCommit(edited);
    setEdited(undefined);
  };
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  // A row that scrolls away keeps what was typed.
  useEffect(() => () => latest.current(), []);
  return (
    <span role="gridcell">
      <input
        {...attributes}
        title={attributes.title ?? (isAssumed ? `${text}：${ASSUMED}` : text)}
        data-assumed={isAssumed || undefined}
        value={edited ?? text}
        data-edited={edited}
        list={list}
        maxLength={120}
        onChange={({ target }) => setEdited(target.value)}
        onBlur={commit}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Escape') setEdited(undefined);
          else if (key === 'Enter' && !nativeEvent.isComposing) commit();
        }}
      />
    </span>
  );
}

interface PriceCellsProps extends Pick<TableRowProps, 'part' | 'scope' | 'onOpenCard'> {
  title: string;
  tabIndex: number;
}

function PriceCells({ part, title, scope, tabIndex, onOpenCard }: PriceCellsProps) {
  const { price, checked } = scope.viewOf(part);
  const isComplete = price.isPriced && checked.item !== undefined;
  const isOpen = !price.isPriced && price.isOpen === true && checked.item !== undefined;
  const [problem = ''] = [
    ...(price.gates?.map(({ sentence, fact }) => [fact, sentence].filter(Boolean).join('，')) ?? []),
    ...(price.isPriced ? [] : [price.reason]),
    ...part.notices,
    ...Object.values(checked.errors ?? {}),
  ];
  return (
    <>
      <span
        role="gridcell"
        className={styles.amount}
        title={isComplete && !price.gates ? undefined : problem}
      >
        {isComplete ? (
          <>
            {price.gates && <small className={styles.reference}>参考价 </small>}
            {formatFen(price.price.subTotalFen)}
          </>
        ) : (
          <span className={styles.open}>{lineWord({ part, isOpen })}</span>
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
