import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { dayRangePresets } from './day-range-presets.ts';
import { CalendarInputs, calendarProps } from './calendar-inputs.tsx';
import './calendar-locale.ts';
import styles from '../field-types.module.css';

const DATE = 'YYYY-MM-DD';
const DATE_TIME = 'YYYY-MM-DD HH:mm';

export interface DateInputProps {
  id?: string;
  label: string;
  showTime?: boolean;
  value?: string;
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  earliest?: string;
  onChange?: (value: string | undefined) => void;
}

/** Picks a day, or a time in Shanghai whatever the browser's time zone. The value is text. */
export function DateInput({ id, label, showTime = false, value, earliest, onChange }: DateInputProps) {
  const format = showTime ? DATE_TIME : DATE;
  return (
    <CalendarInputs earliest={earliest} hasTime={showTime}>
      <DatePicker
        id={id}
        className={styles.wide}
        showTime={showTime && { format: 'HH:mm' }}
        format={format}
        placeholder={`请选择${label}`}
        value={value ? dayjs(value) : null}
        {...calendarProps}
        // With `earliest` the time is in the future, so 此刻 is not offered.
        showNow={!showTime || earliest === undefined}
        minDate={earliest === undefined ? calendarProps.minDate : dayjs(earliest)}
        onChange={(next) => onChange?.(next ? next.format(format) : undefined)}
      />
    </CalendarInputs>
  );
}

/** First and last day, inclusive; '' for an open end. */
export type DayRange = readonly [from: string, to: string];

interface DayRangeProps {
  id: string;
  label: string;
  value: DayRange | undefined;
  onChange: (value: DayRange | undefined) => void;
}

/** A period with open ends and presets. */
export function DayRangeInput({ id, label, value, onChange }: DayRangeProps) {
  const [periods] = useState(() => dayRangePresets(new Date()));
  function report(ends: readonly (Dayjs | null)[] | null) {
    const [from = '', to = ''] = (ends ?? []).map((end) => end?.format(DATE));
    if (from + to === '') return onChange(undefined);
    onChange(to !== '' && from > to ? [to, from] : [from, to]);
  }
  return (
    <CalendarInputs>
      <DatePicker.RangePicker
        id={id}
        className={styles.wide}
        aria-label={label}
        {...calendarProps}
        allowEmpty
        value={value ? [dayOrNull(value[0]), dayOrNull(value[1])] : null}
        presets={periods.map(({ label: name, from, to }) => ({
          label: name,
          value: [dayjs(from), dayjs(to)],
        }))}
        // Reports the first end immediately, because a search may start while the calendar waits for the second.
        onCalendarChange={report}
        onChange={report}
      />
    </CalendarInputs>
  );
}

/** First and last day, inclusive, as `YYYY-MM-DD`. */
export interface Period {
  beginDate: string;
  endDate: string;
}

interface PeriodProps {
  label: string;
  value: Period;
  maxDays: number;
  presets?: readonly { label: string; period: Period }[];
  onChange: (period: Period) => void;
}

/** A period without open ends. */
export function PeriodInput({ label, value, maxDays, presets, onChange }: PeriodProps) {
  return (
    <CalendarInputs>
      <DatePicker.RangePicker
        {...calendarProps}
        aria-label={label}
        allowClear={false}
        value={[dayjs(value.beginDate), dayjs(value.endDate)]}
        presets={presets?.map(({ label: name, period: { beginDate, endDate } }) => ({
          label: name,
          value: [dayjs(beginDate), dayjs(endDate)],
        }))}
        disabledDate={(day, { from }) => from !== undefined && Math.abs(day.diff(from, 'day')) >= maxDays}
        onChange={(days) => {
          const [begin, end] = days ?? [];
          if (begin && end) onChange({ beginDate: begin.format(DATE), endDate: end.format(DATE) });
        }}
      />
    </CalendarInputs>
  );
}

const dayOrNull = (day: string) => (day === '' ? null : dayjs(day));
