import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { checkDay, MIN_DAY, MAX_DAY, readDay } from '#domain/delivery/day-list.ts';
import { notify } from '#providers/notices.ts';

/** Props of all calendars. In a small window the calendar covers its field instead of being clipped. */
export const calendarProps = {
  minDate: dayjs(MIN_DAY),
  maxDate: dayjs(MAX_DAY),
  builtinPlacements: {
    bottomLeft: {
      points: ['tl', 'bl'],
      offset: [0, 4],
      overflow: { adjustX: true, adjustY: true, shiftX: true, shiftY: true },
    },
  },
};

interface CalendarInputsProps {
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  earliest?: string | undefined;
  hasTime?: boolean;
  children: ReactNode;
}

/**
 * Wraps the inputs of a calendar and accepts days in all usual formats. If antd cannot parse a text, it silently
 * restores the old value; this shows the error instead, and Enter does not submit the form with the old value.
 */
export function CalendarInputs({ earliest, hasTime = false, children }: CalendarInputsProps) {
  function acceptText(target: EventTarget): boolean {
    if (!(target instanceof HTMLInputElement) || target.value.trim() === '') return true;
    const text = hasTime ? target.value.trim().slice(0, 10) : target.value;
    const day = readDay(text);
    const isTooEarly = day !== undefined && earliest !== undefined && day < earliest;
    if (day !== undefined && !isTooEarly) {
      if (!hasTime && day !== text) typeText(target, day);
      return true;
    }
    const message = isTooEarly ? `日期不能早于 ${earliest}` : (checkDay(text) ?? '');
    notify({ type: 'warning', message, key: 'typed-day' });
    return false;
  }
  return (
    <div
      role="presentation"
      onBlurCapture={({ target }) => acceptText(target)}
      onKeyDownCapture={(event) => {
        // Handled before antd restores the old value.
        const isAccepted = (event.key !== 'Enter' && event.key !== 'Tab') || acceptText(event.target);
        if (event.key === 'Tab') skipClearButton(event.currentTarget);
        else if (!isAccepted) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
    >
      {children}
    </div>
  );
}

/** Removes the clear button from the tab order, because antd does not notice when the focus leaves it. */
function skipClearButton(picker: HTMLElement): void {
  for (const button of picker.querySelectorAll<HTMLElement>('.ant-picker-clear')) button.tabIndex = -1;
}

/** Simulates typing: React ignores a value set directly on the element. */
function typeText(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  flushSync(() => input.dispatchEvent(new Event('input', { bubbles: true })));
}
