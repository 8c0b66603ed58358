import { useState, type SubmitEvent } from 'react';
import { hasDecimalComma, numberError } from '#domain/parse-number.ts';
import { Button } from '#storefront/ui/button.tsx';
import { TextField } from '#storefront/ui/form/field.tsx';
import { hasFilters, queryString } from '#storefront/ui/list/search-query.ts';
import { useSearchForm } from '#storefront/ui/list/use-search-form.ts';
import {
  noFilters,
  readMm,
  readSearch,
  SIZE_FILTERS,
  type PartsSearch,
  type SizeFilter,
} from './parts-search.ts';
import styles from './parts-page.module.css';

interface PartsFiltersProps {
  search: PartsSearch;
  onSearch: (search: PartsSearch) => void;
}

const labels = {
  length: '长（mm）',
  width: '宽（mm）',
  height: '高（mm）',
  tolerance: '误差（mm）',
} as const;

/** Filters of the part library, applied on submit. */
export function PartsFilters({ search, onSearch }: PartsFiltersProps) {
  const [values, setValues] = useSearchForm(search);
  const [errors, setErrors] = useState<Partial<Record<SizeFilter, string>>>({});
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const invalid = SIZE_FILTERS.filter(
      (name) => values[name].trim() !== '' && readMm(values[name]) === undefined,
    );
    const problemOf = (text: string) =>
      hasDecimalComma(text) ? numberError(text) : '请填写毫米数，例如 120 或 12.5';
    setErrors(Object.fromEntries(invalid.map((name) => [name, problemOf(values[name])])));
    if (invalid.length === 0) onSearch(readSearch(queryString(values)));
  };
  const control = (name: Exclude<keyof PartsSearch, 'page'>) => ({
    name,
    value: values[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value });
      setErrors({});
    },
  });
  return (
    <form role="search" aria-label="筛选零件" className={styles.filters} noValidate onSubmit={submit}>
      <TextField label="图号或名称" maxLength={200} {...control('text')} />
      {SIZE_FILTERS.map((name) => (
        <TextField
          key={name}
          label={labels[name]}
          inputMode="decimal"
          maxLength={9}
          placeholder={name === 'tolerance' ? '0.5' : undefined}
          error={errors[name]}
          {...control(name)}
        />
      ))}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary">
          查询
        </Button>
        {hasFilters(search) && <Button onClick={() => onSearch(noFilters)}>重置</Button>}
      </div>
    </form>
  );
}
