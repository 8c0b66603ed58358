import { splitDays } from '#domain/delivery/day-list.ts';

/** Cut-off hour and working days from the public settings. */
export interface ShipCalendar {
  cutOffHour: number;
  holidays: string[];
  workdays: string[];
}

/** The calendar from the public settings; undefined when they cannot be read: no date is better than a wrong one. */
export function shipCalendar(settings: Readonly<Record<string, string>>): ShipCalendar | undefined {
  const cutOffHour = Number(settings['quote.cutOffHour'] ?? Number.NaN);
  if (!Number.isFinite(cutOffHour)) return undefined;
  return {
    cutOffHour,
    holidays: daysOf(settings['quote.holidays']),
    workdays: daysOf(settings['quote.workdays']),
  };
}

const daysOf = (text = ''): string[] => splitDays(text);
