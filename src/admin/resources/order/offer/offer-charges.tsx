import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useId } from 'react';
import { MAX_OFFER_CHARGES, OFFER_CHARGE_KINDS } from '#contract/orders/charges.ts';
import { CHARGE_LABELS } from '#domain/pricing/charges.ts';
import { formatFen } from '#domain/money.ts';
import { unusedKey } from './alternative-drafts.ts';
import type { ChargeDraft, ChargesDraft, ParsedCharges } from './charge-drafts.ts';
import { ValidatedInput } from './validated-input.tsx';
import { useAddedRows } from './use-added-rows.ts';
import styles from './offer-form.module.css';

const kinds = OFFER_CHARGE_KINDS.map((kind) => ({
  value: kind,
  label: CHARGE_LABELS[kind],
}));

interface Props {
  draft: ChargesDraft;
  parsed: ParsedCharges;
  /** The number of attempts to send; missing fields are marked after one. */
  attempts: number;
  onChange: (changed: Partial<ChargesDraft>) => void;
}

export function OfferCharges({ draft, parsed, attempts, onChange }: Props) {
  const id = useId();
  const { list, wasSendAttempted, add: addRow } = useAddedRows(attempts);
  const { charges } = draft;
  const discount = parsed.charges.find(({ kind }) => kind === 'discount');
  const change = (key: number, changed: Partial<ChargeDraft>) =>
    onChange({ charges: charges.map((charge) => (charge.key === key ? { ...charge, ...changed } : charge)) });

  function add() {
    const key = unusedKey(charges);
    const usedKinds = new Set(charges.map(({ kind }) => kind));
    const kind = kinds.find(({ value }) => !usedKinds.has(value))?.value ?? 'other';
    const added = { key, kind, label: '', amount: '', reason: '' };
    addRow(key, () => onChange({ charges: [...charges, added] }));
  }

  return (
    <fieldset ref={list} className={styles.charges}>
      <legend>附加费与折扣（选填，客户可见）</legend>
      {charges.map(({ key, kind, label, amount, reason }, index) => {
        const name = `第 ${index + 1} 项附加费`;
        return (
          <div key={key} data-row={key} className={styles.charge}>
            <Select
              aria-label={`${name}的名称`}
              value={kind}
              // A charge of a rule keeps its name until another kind is chosen.
              options={kinds.map((option) =>
                option.value === kind && label !== '' ? { ...option, label } : option,
              )}
              onChange={(value) => change(key, { kind: value, label: '' })}
            />
            <span>
              <ValidatedInput
                aria-label={`${name}的金额`}
                error={
                  wasSendAttempted(key) || amount.trim() !== '' ? parsed.errors.amounts.get(key) : undefined
                }
                inputMode="decimal"
                suffix="元"
                value={amount}
                onChange={(event) => change(key, { amount: event.target.value })}
              />
            </span>
            <Input
              aria-label={`${name}的说明`}
              placeholder="说明（选填）"
              maxLength={200}
              value={reason}
              onChange={(event) => change(key, { reason: event.target.value })}
            />
            <Button
              aria-label={`删除${name}`}
              icon={<DeleteOutlined />}
              onClick={() => onChange({ charges: charges.filter((charge) => charge.key !== key) })}
            />
          </div>
        );
      })}
      <div className={styles.discount}>
        <Button onClick={add} disabled={charges.length >= MAX_OFFER_CHARGES}>
          添加附加费
        </Button>
        <label htmlFor={`${id}-discount`}>零件折扣</label>
        <span>
          <ValidatedInput
            id={`${id}-discount`}
            error={parsed.errors.discount}
            inputMode="decimal"
            suffix="%"
            placeholder="无"
            value={draft.discount}
            onChange={(event) => onChange({ discount: event.target.value })}
          />
        </span>
        <Input
          aria-label="折扣的说明"
          placeholder="折扣说明（选填）"
          maxLength={200}
          disabled={draft.discount.trim() === ''}
          value={draft.discountReason}
          onChange={(event) => onChange({ discountReason: event.target.value })}
        />
        {discount ? <span className={styles.difference}>{formatFen(discount.amountFen)}</span> : null}
      </div>
    </fieldset>
  );
}
