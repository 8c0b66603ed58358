import { memo } from 'react';
import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import type { ProcessPrice, ProcessSelections } from '#domain/pricing/types.ts';
import { formatYuan } from '#domain/money.ts';
import { choiceLabel } from '#domain/process-tree/choice-label.ts';
import { processesFor, processKey } from '#domain/process-tree/process-tree.ts';
import type { ProcessNode } from '#domain/process-tree/types.ts';
import { FieldError } from '#storefront/ui/form/field-error.tsx';
import { classNames } from '#storefront/ui/class-names.ts';
import field from '#storefront/ui/form/field.module.css';
import select from '#storefront/ui/form/select-field.module.css';
import { errorId, fieldId } from '../../draft/field-focus.ts';
import type { QuoteScope } from '../../draft/quote-scope.ts';
import styles from './process-fields.module.css';

/** Processes with more options use a select. */
const MAX_RADIOS = 4;

interface ProcessFieldsProps {
  scope: QuoteScope;
  partKey: string;
  material: Material;
  selections: Readonly<ProcessSelections>;
  errors: FieldErrors;
}

/** The processes that apply to the material; a nested process follows the option that requires it. */
export const ProcessFields = memo(function ProcessFields(props: ProcessFieldsProps) {
  const { scope, partKey, material, selections, errors } = props;
  const { catalogue, nodes, dispatch } = scope;
  const priceOf = (optionId: number) => material.processConfig.find(({ id }) => id === optionId);
  const roots = new Set(catalogue.tree.map(({ id }) => id));
  return (
    <div className={styles.grid}>
      {processesFor(catalogue.tree, material.id, selections).map(({ process, options, selected }) => {
        const Field = options.length > MAX_RADIOS ? OptionSelect : OptionRadios;
        const key = processKey(process.id);
        const error = errors[key];
        const hint = selected === undefined ? undefined : nodes.get(selected)?.remark;
        return (
          <div key={process.id} className={styles.cell} data-nested={!roots.has(process.id) || undefined}>
            <Field
              control={{
                id: fieldId(partKey, key),
                'aria-required': true,
                'aria-invalid': error !== undefined,
                'aria-describedby': error === undefined ? undefined : errorId(partKey, key),
              }}
              label={choiceLabel(catalogue.tree, process)}
              options={options}
              selected={selected}
              priceOf={priceOf}
              onPick={(optionId) =>
                dispatch({ type: 'optionPicked', key: partKey, processId: process.id, optionId })
              }
            />
            {hint && <p className={styles.hint}>{hint}</p>}
            <FieldError id={errorId(partKey, key)} message={error} />
          </div>
        );
      })}
    </div>
  );
});

interface OptionFieldProps {
  /** Links the field to its error. */
  control: {
    id: string;
    'aria-required': true;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  };
  label: string;
  options: readonly ProcessNode[];
  selected?: number;
  priceOf: (optionId: number) => ProcessPrice | undefined;
  onPick: (optionId: number) => void;
}

function OptionRadios({ control, label, options, selected, priceOf, onPick }: OptionFieldProps) {
  const labelId = `${control.id}-label`;
  return (
    <>
      <span id={labelId} className={styles.label}>
        {label}
      </span>
      <div {...control} role="radiogroup" tabIndex={-1} aria-labelledby={labelId} className={styles.options}>
        {options.map((option) => (
          <label key={option.id} className={styles.option} data-chosen={option.id === selected || undefined}>
            <input
              type="radio"
              name={control.id}
              className={styles.radio}
              checked={option.id === selected}
              onChange={() => onPick(option.id)}
            />
            <span>{option.name}</span>
            <Surcharge entry={priceOf(option.id)} />
          </label>
        ))}
      </div>
    </>
  );
}

/** A native select works with every keyboard and phone. */
function OptionSelect({ control, label, options, selected, priceOf, onPick }: OptionFieldProps) {
  return (
    <>
      <label htmlFor={control.id} className={styles.label}>
        {label}
      </label>
      <select
        {...control}
        className={classNames(field.control, field.compact, select.select, styles.select)}
        value={selected ?? ''}
        data-empty={selected === undefined || undefined}
        onChange={(event) => onPick(Number(event.target.value))}
      >
        <option value="" disabled hidden>
          请选择
        </option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {[option.name, surchargeText(priceOf(option.id))].filter(Boolean).join('　')}
          </option>
        ))}
      </select>
    </>
  );
}

function Surcharge({ entry }: { entry: ProcessPrice | undefined }) {
  const text = surchargeText(entry);
  return text === '' ? null : <span className={styles.surcharge}>{text}</span>;
}

/** Such as `+¥6.00 +1.5 个工作日`; empty if the option adds nothing. Staff price an offered option without an entry. */
function surchargeText(entry: ProcessPrice | undefined): string {
  if (!entry) return '人工报价';
  const parts: string[] = [];
  if (entry.price > 0) parts.push(`+${formatYuan(entry.price)}`);
  if (entry.time > 0) parts.push(`+${entry.time} 个工作日`);
  return parts.join(' ');
}
