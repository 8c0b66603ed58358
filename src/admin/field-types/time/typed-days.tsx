import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { dayProblem, FIRST_TYPED_DAY, LAST_TYPED_DAY, readDay } from '#domain/delivery/day-list.ts';
import { notify } from '#providers/notices.ts';

/** What all calendars share: the days that they offer, and that in a small window they cover their field rather than lose an edge. */
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
  /** Whether the calendar can take what was typed. */
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
        // Before the calendar reacts to the key by putting its value back.
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

/** A calendar does not notice that the focus leaves it by its button that clears. The keyboard clears by deleting the text. */
function skipClearButton(picker: HTMLElement): void {
  for (const button of picker.querySelectorAll<HTMLElement>('.ant-picker-clear')) button.tabIndex = -1;
}

/** As if typed: React ignores a value that is set on the element itself. */
function type(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  flushSync(() => input.dispatchEvent(new Event('input', { bubbles: true })));
}
