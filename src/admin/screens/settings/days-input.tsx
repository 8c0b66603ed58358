import { CloseOutlined } from '@ant-design/icons';
import { Button, DatePicker, Input, type GetRef } from 'antd';
import type { Dayjs } from 'dayjs';
import { useRef, useState } from 'react';
import { checkDay } from '#domain/delivery/day-list.ts';
import { parseDay, weekdayText } from '#domain/shanghai-time.ts';
import '../../field-types/time/calendar-locale.ts';
import { CalendarInputs, calendarProps } from '../../field-types/time/calendar-inputs.tsx';
import { parsePastedDays, parseDays, formatDays } from './setting-values.ts';
import styles from './settings.module.css';

interface Props {
  id: string;
  label: string;
  /** The days in the wire format. */
  value: string;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

const NO_DAY: Dayjs | null = null;

/** Removable tags for the days, and a calendar to add one. */
export function DaysInput({ id, label, value, isDisabled, onChange }: Props) {
  const days = parseDays(value);
  return (
    <div className={styles.days}>
      {days.map((day) => (
        <span key={day} className={styles.day}>
          {day} {weekdayText(parseDay(day))}
          {isDisabled ? null : (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={`从${label}移除 ${day}`}
              onClick={() => {
                onChange(formatDays(days.filter((other) => other !== day)));
                // The focused button disappears, so the focus moves to the input.
                document.getElementById(id)?.focus();
              }}
            />
          )}
        </span>
      ))}
      <CalendarInputs>
        <DatePicker
          {...calendarProps}
          id={id}
          // Always empty, because a picked day becomes a tag.
          value={NO_DAY}
          disabled={isDisabled}
          placeholder="添加日期"
          onChange={(picked: Dayjs | null) => {
            if (picked) onChange(formatDays([...days, picked.format('YYYY-MM-DD')]));
          }}
        />
      </CalendarInputs>
      {isDisabled ? null : (
        <PasteDays label={label} onAdd={(added) => onChange(formatDays([...days, ...added]))} />
      )}
    </div>
  );
}

/** Adds a list of days; invalid entries stay in the field. */
function PasteDays({ label, onAdd }: { label: string; onAdd: (days: readonly string[]) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const field = useRef<GetRef<typeof Input.TextArea>>(null);

  function add() {
    const { days, invalid } = parsePastedDays(text);
    if (days.length > 0) onAdd(days);
    setText(invalid.join(' '));
    setProblem(invalid[0] === undefined ? '' : (checkDay(invalid[0]) ?? ''));
    // The empty field disables the focused button.
    field.current?.focus();
  }

  return (
    <div className={styles.paste}>
      <Input.TextArea
        ref={field}
        aria-label={`粘贴${label}`}
        placeholder="如 2027-02-05 至 2027-02-11，多个用逗号分隔"
        rows={1}
        status={problem === '' ? undefined : 'error'}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem('');
        }}
      />
      <Button disabled={text.trim() === ''} onClick={add}>
        添加
      </Button>
      {problem === '' ? null : (
        <span role="alert" className={styles.pasteProblem}>
          {problem}
        </span>
      )}
    </div>
  );
}
