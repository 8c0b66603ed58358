import { Select, type SelectProps } from 'antd';
import type { KeyboardEvent } from 'react';
import styles from './field-types.module.css';

/**
 * A multiple select. Tab adds the first match of the entered text. If the text is empty or matches a chosen option, Tab
 * only leaves the field; antd alone would undo the last choice and keep the focus.
 */
export function MultiSelect<V>(props: SelectProps<V>) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Tab') return;
    const search = event.target instanceof HTMLInputElement ? event.target.value.trim().toLowerCase() : '';
    const chosen = new Set<unknown>(Array.isArray(props.value) ? props.value : []);
    const names = [...chosen].map(
      (value) => props.options?.find((option) => option.value === value)?.label ?? value,
    );
    const isChosen = names.some((name) => String(name).toLowerCase().includes(search));
    if (search === '' || isChosen || event.shiftKey) event.stopPropagation();
  }
  return (
    <div role="presentation" onKeyDownCapture={onKeyDown}>
      <Select {...props} className={styles.wide} />
    </div>
  );
}
