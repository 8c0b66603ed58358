import dayjs from 'dayjs';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
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

/**
 * Around a calendar's inputs: a typed day is taken in every form that people write. A calendar silently puts its value back when it
 * cannot read a text, so the reason is shown.
 */
export function TypedDays({ children }: { children: ReactNode }) {
  return (
    <div
      role="presentation"
      onBlurCapture={takeTyped}
      onKeyDownCapture={(event) => {
        // Before the calendar reacts to the key by putting its value back.
        if (event.key === 'Enter' || event.key === 'Tab') takeTyped(event);
        if (event.key === 'Tab') skipClearButton(event.currentTarget);
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

function takeTyped({ target }: FocusEvent | KeyboardEvent): void {
  if (!(target instanceof HTMLInputElement) || target.value.trim() === '') return;
  const day = readDay(target.value);
  if (day === undefined) {
    notify({ type: 'warning', message: dayProblem(target.value) ?? '', key: 'typed-day' });
  } else if (day !== target.value) {
    type(target, day);
  }
}

/** As if typed: React ignores a value that is set on the element itself. */
function type(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  flushSync(() => input.dispatchEvent(new Event('input', { bubbles: true })));
}
