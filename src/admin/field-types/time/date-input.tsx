import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { dayRangePresets } from './day-range-presets.ts';
import { TypedDays, calendarProps } from './typed-days.tsx';
import './calendar-locale.ts';
import styles from '../field-types.module.css';

const DAY = 'YYYY-MM-DD';
const WALL = 'YYYY-MM-DD HH:mm';

export interface DateInputProps {
  id?: string;
  label: string;
  showTime?: boolean;
  value?: string;
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  earliest?: string;
  onChange?: (value: string | undefined) => void;
}

/** A picker whose value is text: a day, or a time in Shanghai, in whatever time zone the browser is. */
export function DateInput({ id, label, showTime = false, value, earliest, onChange }: DateInputProps) {
  const format = showTime ? WALL : DAY;
  return (
    <TypedDays earliest={earliest} hasTime={showTime}>
      <DatePicker
        id={id}
        className={styles.wide}
        showTime={showTime && { format: 'HH:mm' }}
        format={format}
        placeholder={`请选择${label}`}
        value={value ? dayjs(value) : null}
        {...calendarProps}
        // A moment ahead is not the one of the click.
        showNow={!showTime || earliest === undefined}
        minDate={earliest === undefined ? calendarProps.minDate : dayjs(earliest)}
        onChange={(next) => onChange?.(next ? next.format(format) : undefined)}
      />
    </TypedDays>
  );
}

/** First and last day, both included; '' where the period is open. */
export type DayRange = readonly [from: string, to: string];

interface DayRangeProps {
  id: string;
  label: string;
  value: DayRange | undefined;
  onChange: (value: DayRange | undefined) => void;
}

/** First and last day of a period, with the usual periods beside the calendar. */
export function DayRangeInput({ id, label, value, onChange }: DayRangeProps) {
  const [periods] = useState(() => dayRangePresets(new Date()));
  function report(ends: readonly (Dayjs | null)[] | null) {
    const [from = '', to = ''] = (ends ?? []).map((end) => end?.format(DAY));
    if (from + to === '') return onChange(undefined);
    onChange(to !== '' && from > to ? [to, from] : [from, to]);
  }
  return (
    <TypedDays>
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
        // At once, so that a search uses the first end even while the calendar is open for the second.
        onCalendarChange={report}
        onChange={report}
      />
    </TypedDays>
  );
}

/** A whole period, first and last day included. */
export interface Period {
  /** `YYYY-MM-DD`. */
  beginDate: string;
  endDate: string;
}

interface PeriodProps {
  label: string;
  value: Period;
  /** The longest period, in days. */
  maxDays: number;
  presets?: readonly { label: string; period: Period }[];
  onChange: (period: Period) => void;
}

/** A period with both ends, not longer than `maxDays`. */
export function PeriodInput({ label, value, maxDays, presets, onChange }: PeriodProps) {
  return (
    <TypedDays>
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
          if (begin && end) onChange({ beginDate: begin.format(DAY), endDate: end.format(DAY) });
        }}
      />
    </TypedDays>
  );
}

const dayOrNull = (day: string) => (day === '' ? null : dayjs(day));
