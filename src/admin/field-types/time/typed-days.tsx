import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { dayProblem, FIRST_TYPED_DAY, LAST_TYPED_DAY, readDay } from '#domain/delivery/day-list.ts';
import { notify } from '#providers/notices.ts';

/** The common props of calendars: the days offered, and a position that in a small window covers the field rather than being cut. */
export const calendarProps = {
  minDate: dayjs(FIRST_TYPED_DAY),
  maxDate: dayjs(LAST_TYPED_DAY),
  builtinPlacements: {
    bottomLeft: {
      points: ['tl', 'bl'],
      offset: [0, 4],
      overflow: { adjustX: true, adjustY: true, shiftX: true, shiftY: true },
    },
  },
};

interface TypedDaysProps {
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  earliest?: string | undefined;
  /** The text ends with a time. */
  hasTime?: boolean;
  children: ReactNode;
}

/**
 * Around a calendar's inputs: accepts typed days in all usual formats. A calendar silently restores its value when it
 * cannot parse a text, so the reason is shown, and Enter does not submit the form with the old value.
 */
export function TypedDays({ earliest, hasTime = false, children }: TypedDaysProps) {
  /** Can the calendar parse the typed text? */
  function takeTyped(target: EventTarget): boolean {
    if (!(target instanceof HTMLInputElement) || target.value.trim() === '') return true;
    const text = hasTime ? target.value.trim().slice(0, 10) : target.value;
    const day = readDay(text);
    const isEarly = day !== undefined && earliest !== undefined && day < earliest;
    if (day !== undefined && !isEarly) {
      if (!hasTime && day !== text) type(target, day);
      return true;
    }
    const message = isEarly ? `日期不能早于 ${earliest}` : (dayProblem(text) ?? '');
    notify({ type: 'warning', message, key: 'typed-day' });
    return false;
  }
  return (
    <div
      role="presentation"
      onBlurCapture={({ target }) => takeTyped(target)}
      onKeyDownCapture={(event) => {
        // Before the calendar restores its value on this key.
        const isTaken = (event.key !== 'Enter' && event.key !== 'Tab') || takeTyped(event.target);
        if (event.key === 'Tab') skipClearButton(event.currentTarget);
        else if (!isTaken) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
    >
      {children}
    </div>
  );
}

/** Removes the clear button from the Tab order: a calendar does not notice the focus leaving by it. The keyboard can delete the text. */
function skipClearButton(picker: HTMLElement): void {
  for (const button of picker.querySelectorAll<HTMLElement>('.ant-picker-clear')) button.tabIndex = -1;
}

/** Sets the text as if typed: React ignores a value that is set on the element. */
function type(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  flushSync(() => input.dispatchEvent(new Event('input', { bubbles: true })));
}
