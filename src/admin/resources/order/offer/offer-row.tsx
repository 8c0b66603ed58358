import { Checkbox } from 'antd';
import type { KeyboardEvent } from 'react';
import type { OrderItem } from '#contract/orders/order-data.ts';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import { formatYuan } from '#domain/money.ts';
import { numberedTitle } from '#domain/parts/line-title.ts';
import { linePrice } from '#domain/pricing/line-price.ts';
import {
  automaticFenOf,
  isUnpriced,
  requiredFields,
  type LineDraft,
  type ParsedLine,
} from './offer-draft.ts';
import { isBelowCost, rowCostText, type LineCost } from '../parts/order-cost.ts';
import { ValidatedInput } from './validated-input.tsx';
import styles from './offer-form.module.css';

export interface Row {
  /** Derived from the part alone, so that it survives changes of other parts. */
  key: string;
  item: OrderItem;
  line: LineDraft;
  parsed: ParsedLine;
  /** The input differs from the initial one. */
  isTouched: boolean;
}

interface RowProps {
  row: Row;
  index: number;
  /** Undefined for users who may not see costs. */
  cost: LineCost | undefined;
  serverError: string | undefined;
  /** The user has tried to send, so missing fields are marked. */
  wasSendAttempted: boolean;
  onChange: (changed: Partial<LineDraft>) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onActivate: () => void;
}

export function OfferRow({
  row,
  index,
  cost,
  serverError,
  wasSendAttempted,
  onChange,
  onKeyDown,
  onActivate,
}: RowProps) {
  const { item, line: draft, parsed } = row;
  const title = numberedTitle(item);
  const hasDecision = draft.amount.trim() !== '' || draft.days.trim() !== '' || draft.isDeclined;
  const errorOf = (field: 'amount' | 'days' | 'reason') =>
    wasSendAttempted || (field === 'amount' && hasDecision) ? parsed.errors[field] : undefined;
  const requiredColumns = requiredFields(item, draft, parsed);
  const renderInput = (column: 'amount' | 'days' | 'reason', label: string, inputProps: object = {}) => (
    <span role="cell" className={styles.cell} data-head={label}>
      <ValidatedInput
        aria-label={`${title}的${label}`}
        error={errorOf(column) ?? (column === 'amount' ? serverError : undefined)}
        data-column={column}
        data-line={index}
        value={draft[column]}
        onChange={(event) => onChange({ [column]: event.target.value })}
        onKeyDown={onKeyDown}
        aria-required={requiredColumns.includes(column)}
        // Always rendered, because the input would lose focus if its prefix appeared or disappeared.
        prefix={
          <span className={styles.required} aria-hidden>
            {requiredColumns.includes(column) ? '*' : ''}
          </span>
        }
        {...inputProps}
      >
        {column === 'amount' ? <Difference item={item} parsed={parsed} /> : null}
      </ValidatedInput>
    </span>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the fields of the line can be focused
    <div role="row" className={styles.row} onFocus={onActivate} onClick={onActivate}>
      <span role="cell" className={styles.part}>
        {title}
        <small>
          {item.materialName} · {item.length} × {item.width} × {item.height} mm · {item.num} 件
        </small>
        {cost ? (
          <small className={styles.margin} data-low={isBelowCost(cost, parsed.line.fen)}>
            {rowCostText(cost, parsed.line.fen)}
          </small>
        ) : null}
      </span>
      <span role="cell" className={styles.figure} data-head="自动报价">
        {isUnpriced(item) ? '待报价' : formatYuan(item.sub_total)}
        {isUnpriced(item) ? null : <small>{workingDaysText(item.delivery_time)}</small>}
      </span>
      {renderInput('amount', '人工报价', {
        inputMode: 'text',
        disabled: draft.isDeclined,
        placeholder: isUnpriced(item) ? '必填' : '按价格表',
      })}
      {renderInput('days', '交期', {
        inputMode: 'decimal',
        disabled: draft.isDeclined || (isUnpriced(item) && draft.amount.trim() === ''),
        placeholder: String(item.delivery_time),
      })}
      {renderInput('reason', '说明', {
        maxLength: 200,
        disabled: !hasDecision,
        placeholder: placeholderOf(draft, requiredColumns.includes('reason')),
      })}
      <span role="cell" className={styles.checks}>
        <Checkbox
          checked={draft.isDeclined}
          onChange={(event) => onChange({ isDeclined: event.target.checked })}
        >
          不报价
        </Checkbox>
        {parsed.line.state === 'price' && parsed.line.fen === 0 ? (
          <Checkbox checked={draft.isFree} onChange={(event) => onChange({ isFree: event.target.checked })}>
            免费
          </Checkbox>
        ) : null}
      </span>
    </div>
  );
}

function placeholderOf({ isDeclined }: LineDraft, isNeeded: boolean): string {
  if (isDeclined) return '例如：无此设备';
  return isNeeded ? '例如：需专用工装' : '选填';
}

/** The price per piece of the entered amount, and its difference from the formula's price. */
function Difference({ item, parsed: { line } }: { item: OrderItem; parsed: ParsedLine }) {
  if (line.state !== 'price' || line.fen === null) return null;
  const computed = automaticFenOf(item) ?? 0;
  const percent = computed === 0 ? undefined : ((line.fen - computed) / computed) * 100;
  const sign = percent !== undefined && percent > 0 ? '+' : '';
  return (
    <small className={styles.difference}>
      {linePrice(line.fen, item.num).figure}/件
      {percent === undefined ? '' : ` ${sign}${percent.toFixed(1)}%`}
    </small>
  );
}
