import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { MIN_DAY, MAX_DAY } from '#domain/delivery/day-list.ts';
import { leadOptions } from '#contract/catalogue/lead-options.ts';
import { LEAD_LABEL } from '#domain/lead/lead-class.ts';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { fetchData } from '#providers/http/http.ts';
import { useOrderStatuses } from '#storefront/app/dict-options.ts';
import { Button } from '#storefront/ui/button.tsx';
import { classNames } from '#storefront/ui/class-names.ts';
import { TextField } from '#storefront/ui/form/field.tsx';
import { SelectField } from '#storefront/ui/form/select-field.tsx';
import { hasFilters, queryString } from '#storefront/ui/list/search-query.ts';
import { useSearchForm } from '#storefront/ui/list/use-search-form.ts';
import styles from './history-filters.module.css';
import { noFilters, readSearch, type HistorySearch } from './history-search.ts';

interface HistoryFiltersProps {
  search: HistorySearch;
  onSearch: (search: HistorySearch) => void;
}

type FilterName = Exclude<keyof HistorySearch, 'page'>;

const shownStatuses: readonly string[] = ORDER_STATUSES;

/** Filters of the history, applied on submit. On phones only the number is shown at first. */
export function HistoryFilters({ search, onSearch }: HistoryFiltersProps) {
  const [values, setValues] = useSearchForm(search);
  const [isOpen, setOpen] = useState(() => hasFilters({ ...search, orderNo: '' }));
  const [dayErrors, setDayErrors] = useState<{ begin?: string; end?: string }>({});
  const leads = useLeads(search.lead);
  const statuses = useOrderStatuses().filter(({ value }) => shownStatuses.includes(value));

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { begin, end } = values;
    const errors = { ...dayError(event.currentTarget, 'begin'), ...dayError(event.currentTarget, 'end') };
    if (begin !== '' && end !== '' && begin > end) errors.end ??= '结束日期不能早于开始日期';
    setDayErrors(errors);
    if (Object.keys(errors).length === 0) onSearch(readSearch(queryString(values)));
  };
  const control = (name: FilterName) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues({ ...values, [name]: target.value });
      setDayErrors({});
    },
  });

  return (
    <form role="search" aria-label="筛选历史报价" className={styles.filters} noValidate onSubmit={submit}>
      <TextField label="编号" maxLength={200} autoComplete="off" {...control('orderNo')} />
      <div className={classNames(styles.more, isOpen && styles.open)}>
        <TextField label="零件名称或图号" maxLength={200} autoComplete="off" {...control('part')} />
        <TextField label="材料" maxLength={200} autoComplete="off" {...control('materialName')} />
        <SelectField
          label="状态"
          options={[{ value: '', label: '全部' }, ...statuses]}
          {...control('status')}
        />
        <SelectField
          label="沟通"
          options={[
            { value: '', label: '全部' },
            { value: 'unread', label: '有未读消息' },
            { value: 'waiting', label: '待您答复' },
          ]}
          {...control('talk')}
        />
        {leads.length > 0 && (
          <SelectField
            label={LEAD_LABEL}
            options={[{ value: '', label: '全部' }, ...leads]}
            {...control('lead')}
          />
        )}
        <TextField
          label="开始日期"
          type="date"
          {...dayLimits}
          error={dayErrors.begin}
          {...control('begin')}
        />
        <TextField label="结束日期" type="date" {...dayLimits} error={dayErrors.end} {...control('end')} />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary">
          查询
        </Button>
        {hasFilters(search) && <Button onClick={() => onSearch(noFilters)}>重置</Button>}
        <Button
          variant="ghost"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => setOpen((open) => !open)}
        >
          {isOpen ? '收起条件' : '更多条件'}
        </Button>
      </div>
    </form>
  );
}

/** Lead classes to filter by; empty if only 标准 exists. Includes an unknown class from the URL. */
function useLeads(chosen: string): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: ['lead-options'],
    queryFn: ({ signal }) => fetchData(leadOptions.list, { signal, quiet: true }),
    staleTime: 600_000,
  });
  const options = data.map(({ id, name }) => ({ value: String(id), label: name }));
  if (chosen !== '' && !options.some(({ value }) => value === chosen))
    return [...options, { value: chosen, label: `编号 ${chosen}` }];
  return options.length > 1 || chosen !== '' ? options : [];
}

const dayLimits = { min: MIN_DAY, max: MAX_DAY };

/** The error of a date field. Checked by validity, because the value of an incomplete or impossible date is empty. */
function dayError(form: HTMLFormElement, name: 'begin' | 'end'): { begin?: string; end?: string } {
  const input = form.elements.namedItem(name);
  if (!(input instanceof HTMLInputElement) || input.validity.valid) return {};
  return { [name]: input.validity.badInput ? '日期不完整或不存在' : '请填写 2000 至 2099 年的公历日期' };
}
