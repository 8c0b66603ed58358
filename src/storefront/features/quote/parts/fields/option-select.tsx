import { classNames } from '#storefront/ui/class-names.ts';
import field from '#storefront/ui/form/field.module.css';
import select from '#storefront/ui/form/select-field.module.css';
import { surchargeText } from '../surcharge.tsx';
import type { OptionFieldProps } from './option-field.ts';
import styles from './process-fields.module.css';

/** A process with many options: a native select, which works with every keyboard and phone. */
export function OptionSelect({ control, label, options, selected, priceOf, onPick }: OptionFieldProps) {
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
