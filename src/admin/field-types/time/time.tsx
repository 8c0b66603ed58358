import type { CrudFilter } from '@refinedev/core';
import { lazy, Suspense } from 'react';
import { dateText, isDay, secondText, timeText } from '#domain/shanghai-time.ts';
import type { DateInputProps, DayRange } from './date-input.tsx';
import type { DateField, DateTimeField } from '../field.ts';
import type { FieldFilter, FieldType } from '../field-type.ts';
import styles from '../field-types.module.css';
import { instantOf } from './shanghai-instant.ts';

// Loaded on demand, because the calendar is larger than the rest of a form.
const DateInput = lazy(() => import('./date-input.tsx').then((m) => ({ default: m.DateInput })));
const DayRangeInput = lazy(() => import('./date-input.tsx').then((m) => ({ default: m.DayRangeInput })));

const placeholder = <div className={styles.inputPlaceholder} />;

const isBlankOrDay = (text: string) => text === '' || isDay(text);

/** Filters by a period that may have one open end; `ends` returns the filters for both ends. */
const dayRange = <F extends DateField | DateTimeField>(
  ends: (name: string, period: DayRange, field: F) => readonly [from: CrudFilter, to: CrudFilter],
): FieldFilter<F, DayRange> => ({
  control: (field, { id, value, onChange }) => (
    <Suspense fallback={placeholder}>
      <DayRangeInput id={id} label={field.label} value={value} onChange={onChange} />
    </Suspense>
  ),
  parse: (text) => {
    const [from, to, ...rest] = text.split('~');
    if (from === undefined || to === undefined || rest.length > 0 || from + to === '') return undefined;
    return isBlankOrDay(from) && isBlankOrDay(to) && (to === '' || from <= to) ? [from, to] : undefined;
  },
  format: ([from, to]) => `${from}~${to}`,
  query: (name, period, field) => ends(name, period, field).filter((_end, index) => period[index] !== ''),
});

const dayFilters = (name: string, [from, to]: DayRange): [CrudFilter, CrudFilter] => [
  { field: `${name}From`, operator: 'gte', value: from },
  { field: `${name}To`, operator: 'lte', value: to },
];

export const date: FieldType<DateField, string, string | undefined, DayRange> = {
  text: dateText,
  input: (field) => <LazyDateInput label={field.label} />,
  filter: dayRange(dayFilters),
  width: 120,
};

export const dateTime: FieldType<DateTimeField, string, string | undefined, DayRange> = {
  text: (value, { seconds }) => (seconds ? secondText(value) : timeText(value)),
  input: (field) => <LazyDateInput label={field.label} showTime />,
  toInput: timeText,
  fromInput: (input) => (input ? instantOf(input) : undefined),
  // The API's period parameters do not name a field, so a list can have only one such filter.
  filter: dayRange((name, [from, to], { byDay }) =>
    byDay
      ? dayFilters(name, [from, to])
      : [
          { field: 'beginTime', operator: 'eq', value: `${from} 00:00:00` },
          { field: 'endTime', operator: 'eq', value: `${to} 23:59:59` },
        ],
  ),
  width: 172,
};

function LazyDateInput(props: DateInputProps) {
  return (
    <Suspense fallback={placeholder}>
      <DateInput {...props} />
    </Suspense>
  );
}
