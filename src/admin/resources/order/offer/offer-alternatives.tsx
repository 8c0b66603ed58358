import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import { MAX_ALTERNATIVES, MAX_LINE_ALTERNATIVES } from '#contract/orders/alternatives.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import { formatFenFigure } from '#domain/money.ts';
import { numberedTitle } from '#domain/parts/line-title.ts';
import {
  MAX_LABEL,
  withAlternative,
  type AlternativeDraft,
  type ParsedAlternative,
} from './alternative-drafts.ts';
import { ValidatedInput } from './validated-input.tsx';
import { useAddedRows } from './use-added-rows.ts';
import styles from './offer-form.module.css';

interface Props {
  items: readonly OrderItem[];
  drafts: readonly AlternativeDraft[];
  /** Parallel to `drafts`. */
  parsed: readonly ParsedAlternative[];
  /** The number of attempts to send; missing fields are marked after the first. */
  attempts: number;
  onChange: (drafts: readonly AlternativeDraft[]) => void;
}

/** Quantities and variants that the customer may choose instead of a line. */
export function OfferAlternatives({ items, drafts, parsed, attempts, onChange }: Props) {
  const { list, wasSendAttempted, add: addRow } = useAddedRows(attempts);
  const change = (key: number, changed: Partial<AlternativeDraft>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...changed } : draft)));
  const countOf = (lineNo: number) => drafts.filter((draft) => draft.lineNo === lineNo).length;
  const nextLineNo = [drafts.at(-1)?.lineNo, ...items.map(({ lineNo }) => lineNo)].find(
    (lineNo) => lineNo !== undefined && countOf(lineNo) < MAX_LINE_ALTERNATIVES,
  );

  function add(lineNo: number) {
    const empty = { lineNo, num: '', label: '', amount: '', days: '', isFree: false };
    const extendedDrafts = withAlternative(drafts, empty);
    addRow(extendedDrafts.at(-1)?.key ?? 0, () => onChange(extendedDrafts));
  }

  return (
    <fieldset ref={list} className={styles.charges}>
      <legend>其他方案（选填，客户可以任选其一代替原零件）</legend>
      {drafts.map((draft, index) => {
        const { key } = draft;
        const name = `第 ${index + 1} 个方案`;
        const { automatic = null, errors = {} } = parsed[index] ?? {};
        const renderInput = (
          field: 'num' | 'label' | 'amount' | 'days',
          label: string,
          inputProps: object,
        ) => (
          <span>
            <ValidatedInput
              aria-label={`${name}的${label}`}
              error={wasSendAttempted(key) || draft[field].trim() !== '' ? errors[field] : undefined}
              value={draft[field]}
              onChange={(event) => change(key, { [field]: event.target.value })}
              {...inputProps}
            />
          </span>
        );
        return (
          <div key={key} data-row={key} className={styles.alternative}>
            <Select
              aria-label={`${name}的零件`}
              value={draft.lineNo}
              options={items.map((item) => ({
                value: item.lineNo,
                label: numberedTitle(item),
                disabled: item.lineNo !== draft.lineNo && countOf(item.lineNo) >= MAX_LINE_ALTERNATIVES,
              }))}
              onChange={(lineNo) => change(key, { lineNo })}
            />
            {renderInput('num', '数量', { inputMode: 'numeric', suffix: '件' })}
            {renderInput('amount', '金额', {
              inputMode: 'text',
              suffix: '元',
              placeholder: automatic ? formatFenFigure(automatic.fen) : '必填',
            })}
            {renderInput('days', '交期', {
              inputMode: 'decimal',
              suffix: '天',
              disabled: draft.amount.trim() === '',
              placeholder: automatic ? String(automatic.days) : '',
            })}
            {renderInput('label', '区别', { maxLength: MAX_LABEL, placeholder: '例如：材料改用 6061' })}
            <span className={styles.buttons}>
              {errors.amount?.includes('免费') || draft.isFree ? (
                <Checkbox
                  checked={draft.isFree}
                  onChange={(event) => change(key, { isFree: event.target.checked })}
                >
                  免费
                </Checkbox>
              ) : null}
              <Button
                aria-label={`删除${name}`}
                icon={<DeleteOutlined />}
                onClick={() => onChange(drafts.filter((other) => other.key !== key))}
              />
            </span>
          </div>
        );
      })}
      <div>
        <Button
          disabled={nextLineNo === undefined || drafts.length >= MAX_ALTERNATIVES}
          onClick={() => nextLineNo !== undefined && add(nextLineNo)}
        >
          添加方案
        </Button>
      </div>
    </fieldset>
  );
}
