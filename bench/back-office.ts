import { fillBackOffice, LOG_ROWS, ORDERS, OWN_ORDERS } from './back-office-data.ts';
import { say, type Figure, type Part } from './figure.ts';
import { timeAnswers, withBackOffice, type Caller } from './served-back-office.ts';
import { dashboards, firstPages, month } from './shop-paths.ts';

interface Group {
  atMostMs: number;
  paths: readonly string[];
  /** The administrator by default. */
  caller?: Caller;
}

const groups: Record<string, Group> = {
  [`orders of ${ORDERS.toLocaleString('en-US')}, first page`]: {
    atMostMs: 50,
    paths: firstPages,
  },
  [`orders of ${ORDERS.toLocaleString('en-US')}, any page`]: {
    atMostMs: 150,
    paths: [
      '/order?pageIndex=5000',
      `/order?pageIndex=${ORDERS / 20}`,
      `/order?pageIndex=${ORDERS / 20}&priceOrder=desc`,
      '/order?pageIndex=5000&status=completed&priceOrder=asc',
    ],
  },
  [`history of a customer with ${OWN_ORDERS.toLocaleString('en-US')} orders`]: {
    atMostMs: 100,
    caller: 'demo',
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
    atMostMs: 100,
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
    atMostMs: 100,
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
    atMostMs: 200,
    paths: dashboards,
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
      for (const [group, { atMostMs, paths, caller = 'admin' }] of Object.entries(groups)) {
        say(`  ${group}`);
        for (const figure of await timeAnswers(shop, caller, paths, atMostMs))
          figures.push({ ...figure, name: `${group}: ${figure.name}` });
      }
      return figures;
    }),
};
