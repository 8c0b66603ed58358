import { dayNumber, dayText } from '#domain/shanghai-time.ts';

const today = dayNumber(new Date());
const since = (days: number) => `beginDate=${dayText(today - days + 1)}&endDate=${dayText(today)}`;

/** Query parameters of a past month for lists. */
export const month = `beginTime=${dayText(today - 60)}&endTime=${dayText(today - 30)}`;

/** First pages of the orders, which a shop opens all day. */
export const firstPages: readonly string[] = [
  '/order',
  '/order?status=producing',
  '/order?status=completed&priceOrder=desc',
  '/order?status=quoted&promisedDateOrder=asc',
  '/order?priceOrder=desc',
  '/order?promisedDateOrder=asc',
  '/order?statusOrder=asc',
  '/order?orderNo=199999',
  '/order?username=buyer1999&priceOrder=desc',
  `/order?${month}&priceOrder=desc`,
  '/order?materialName=6061',
  '/order?materialName=6061&status=completed&priceOrder=desc',
  '/order/counts',
];

export const dashboards: readonly string[] = [
  `/dashboard/business?${since(30)}`,
  `/dashboard/business?${since(365)}`,
  `/dashboard/delivery?${since(30)}`,
  `/dashboard/delivery?${since(365)}`,
];
