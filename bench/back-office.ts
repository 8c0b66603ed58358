import { dayNumber, dayText } from '#domain/shanghai-time.ts';
import { fillBackOffice, LOG_ROWS, ORDERS, OWN_ORDERS } from './back-office-data.ts';
import { median, say, type Figure, type Part } from './figure.ts';
import { atScale } from './scale.ts';
import { withBackOffice } from './served-back-office.ts';

const REPEATS = atScale(1, 9);

const today = dayNumber(new Date());
const since = (days: number) => `beginDate=${dayText(today - days + 1)}&endDate=${dayText(today)}`;
const month = `beginTime=${dayText(today - 60)}&endTime=${dayText(today - 30)}`;

interface Group {
  /** ms. */
  atMost: number;
  paths: string[];
  /** The caller; the administrator unless given. */
  who?: 'demo';
}

const groups: Record<string, Group> = {
  [`orders of ${ORDERS.toLocaleString('en-US')}, first page`]: {
    atMost: 50,
    paths: [
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
    ],
  },
  [`orders of ${ORDERS.toLocaleString('en-US')}, any page`]: {
    atMost: 150,
    paths: [
      '/order?pageIndex=5000',
      `/order?pageIndex=${ORDERS / 20}`,
      `/order?pageIndex=${ORDERS / 20}&priceOrder=desc`,
      '/order?pageIndex=5000&status=completed&priceOrder=asc',
    ],
  },
  [`history of a customer with ${OWN_ORDERS.toLocaleString('en-US')} orders`]: {
    atMost: 100,
    who: 'demo',
    paths: [
      '/order',
      `/order?pageIndex=${OWN_ORDERS / 20}`,
      '/order?status=completed',
      '/order?orderNo=199980',
      '/order?materialName=6061',
      `/order?${month}`,
    ],
  },
  [`sign-ins of ${LOG_ROWS.toLocaleString('en-US')}`]: {
    atMost: 100,
    paths: [
      '/sys-login-log',
      '/sys-login-log?pageIndex=2500',
      '/sys-login-log?status=1',
      '/sys-login-log?username=buyer1999',
      '/sys-login-log?username=bu',
      '/sys-login-log?ipaddr=10.17.31.',
      '/sys-login-log?ipaddr=99',
      `/sys-login-log?${month}&status=1`,
    ],
  },
  [`operations of ${LOG_ROWS.toLocaleString('en-US')}`]: {
    atMost: 100,
    paths: [
      '/sys-opera-log',
      '/sys-opera-log?pageIndex=2500',
      '/sys-opera-log?latencyMsOrder=desc',
      '/sys-opera-log?status=2',
      '/sys-opera-log?code=500',
      '/sys-opera-log?requestMethod=DELETE',
      '/sys-opera-log?title=%E5%B2%97%E4%BD%8D&latencyMsOrder=desc',
      '/sys-opera-log?operName=buyer1999',
      '/sys-opera-log?operUrl=12345/',
      '/sys-opera-log?operIp=10.17.31.',
    ],
  },
  dashboards: {
    atMost: 200,
    paths: [
      `/dashboard/business?${since(30)}`,
      `/dashboard/business?${since(365)}`,
      `/dashboard/delivery?${since(30)}`,
      `/dashboard/delivery?${since(365)}`,
    ],
  },
};

/** Lists and dashboards of the server, one request at a time, on the data of two years of a busy shop. */
export const backOffice: Part = {
  title: 'Back office, one request at a time, without the network',
  measure: () =>
    withBackOffice(async (shop) => {
      await fillBackOffice(shop.client);
      await shop.refreshStatistics();
      const figures: Figure[] = [];
      for (const [group, { atMost, paths, who = 'admin' }] of Object.entries(groups)) {
        say(`  ${group}`);
        for (const path of paths) {
          const measured = await shop.timesOf(path, who, REPEATS);
          figures.push({
            name: `${group}: ${decodeURIComponent(path)}`,
            value: median(measured),
            unit: 'ms',
            target: { atMost },
            note: `of ${REPEATS}: ${Math.round(Math.min(...measured))}–${Math.round(Math.max(...measured))} ms`,
          });
        }
      }
      return figures;
    }),
};
