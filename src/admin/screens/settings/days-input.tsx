import { CloseOutlined } from '@ant-design/icons';
import { Button, DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import '../../field-types/calendar-locale.ts';
import { readDays, writeDays } from './setting-values.ts';
import styles from './settings.module.css';

interface Props {
  id: string;
  label: string;
  /** The list as text, as on the wire. */
  value: string;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

const NONE: Dayjs | null = null;

const formatter = new Intl.DateTimeFormat('zh-CN', { weekday: 'short', timeZone: 'UTC' });

/** A list of days: a removable tag for each, and a calendar to add one. */
export function DaysInput({ id, label, value, isDisabled, onChange }: Props) {
  const days = readDays(value);
  return (
    <div className={styles.days}>
      {days.map((day) => (
        <span key={day} className={styles.day}>
          {day} {formatter.format(new Date(`${day}T00:00:00Z`))}
          {isDisabled ? null : (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={`从${label}移除 ${day}`}
              onClick={() => onChange(writeDays(days.filter((one) => one !== day)))}
            />
          )}
        </span>
      ))}
      <DatePicker
        id={id}
        // Always empty, because a picked day becomes a tag.
        value={NONE}
        disabled={isDisabled}
        placeholder="添加日期"
        onChange={(picked: Dayjs | null) => {
          if (picked) onChange(writeDays([...days, picked.format('YYYY-MM-DD')]));
        }}
      />
    </div>
  );
}
