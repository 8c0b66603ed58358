import { expect, test } from 'vitest';
import { promisedDate, shipCalendar } from './ship-calendar.ts';

const friday = new Date('2026-11-20T10:00:00+08:00');

test('the date is computed from the public settings', () => {
  const calendar = shipCalendar({
    'quote.cutOffHour': '16',
    'quote.holidays': '2026-11-23, 2026-11-24',
    'quote.workdays': '2026-11-21',
  });
  // Saturday 21 is a working day, Monday and Tuesday are not: the second working day is Wednesday.
  expect(promisedDate(calendar, friday, 1.2)).toBe('2026-11-25');
});

test('a shop that works on Saturdays ships on Saturdays', () => {
  const settings = { 'quote.cutOffHour': '16', 'quote.workWeek': '6' };
  expect(promisedDate(shipCalendar(settings), friday, 1)).toBe('2026-11-21');
  expect(promisedDate(shipCalendar(settings), friday, 2)).toBe('2026-11-23');
});

test('without valid settings there is no date', () => {
  expect(promisedDate(shipCalendar({}), friday, 1)).toBeUndefined();
  const broken = shipCalendar({ 'quote.cutOffHour': '16', 'quote.holidays': 'soon' });
  expect(promisedDate(broken, friday, 1)).toBeUndefined();
});
