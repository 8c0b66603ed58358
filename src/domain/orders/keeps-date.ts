import { dayNumber, dayText } from '#domain/shanghai-time.ts';

/** Whether placing a quotation now keeps its ship date: staff agreed on it, and it has not passed. Other dates count from now. */
export const keepsDate = (
  { promisedDate, isDateByHand }: { readonly promisedDate: string; readonly isDateByHand: boolean },
  now: Date,
): boolean => isDateByHand && promisedDate >= dayText(dayNumber(now));
