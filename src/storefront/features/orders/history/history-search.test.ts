import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { orders } from '#contract/orders/orders.ts';
import { toQueryString } from '#providers/http/request-url.ts';
import { listed } from '#tests/support/data/listed.ts';
import { hasFilters, queryString } from '#storefront/ui/list/search-query.ts';
import { noFilters, listQuery, readSearch } from './history-search.ts';

describe('filters in the URL', () => {
  test('are all parsed', () => {
    const text =
      'orderNo=Q2026&part=QM-1024&materialName=AL6061&status=quoted&lead=0&begin=2026-11-01&end=2026-11-30&page=3';
    expect(readSearch(text)).toEqual({
      orderNo: 'Q2026',
      part: 'QM-1024',
      materialName: 'AL6061',
      status: 'quoted',
      begin: '2026-11-01',
      end: '2026-11-30',
      talk: '',
      lead: '0',
      page: 3,
    });
  });

  const wrong = listed(`
    page=0 | page=-1 | page=abc | page=1.5 | page=1000001 | page=99999999999 | status=nothing
    status=Quoted | begin=2026-02-30 | lead=-1 | lead=1e3 | lead=00 | begin=20261101 | end=yesterday
    orderNo=%20 | unknown=1
  `);
  test.each(['', ...wrong])('ignore %j', (text) => expect(readSearch(text)).toEqual(noFilters));

  test('are cut to the length the server accepts', () => {
    expect(readSearch(`orderNo=${'x'.repeat(500)}`).orderNo).toHaveLength(200);
  });

  test('survive a round trip, and empty filters are left out', () => {
    expect(queryString(noFilters)).toBe('');
    const day = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((value) => value.trim());
    const search = fc.record({
      orderNo: text,
      part: text,
      materialName: text,
      status: fc.constantFrom('' as const, ...ORDER_STATUSES),
      talk: fc.constantFrom('' as const, 'unread' as const, 'waiting' as const),
      lead: fc.constantFrom('', '0', '12'),
      begin: fc.oneof(fc.constant(''), day),
      end: fc.oneof(fc.constant(''), day),
      page: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(search, (wanted) => {
        expect(readSearch(queryString(wanted))).toEqual(wanted);
      }),
    );
  });

  test('do not include the page number', () => {
    expect(hasFilters({ ...noFilters, page: 4 })).toBe(false);
    expect(hasFilters({ ...noFilters, begin: '2026-11-01' })).toBe(true);
  });
});

test('the list query covers whole days in Shanghai, and includes only the filters that are set', () => {
  const asked = listQuery({ ...noFilters, begin: '2026-11-01', end: '2026-11-30', page: 2 });
  expect(toQueryString(asked)).toBe(
    new URLSearchParams({
      pageIndex: '2',
      pageSize: '20',
      beginTime: '2026-11-01T00:00:00.000+08:00',
      endTime: '2026-11-30T23:59:59.999+08:00',
    }).toString(),
  );
  const known = orders.list.query.parse(Object.fromEntries(new URLSearchParams(toQueryString(asked))));
  expect([known.beginTime, known.endTime]).toEqual([
    new Date('2026-10-31T16:00:00Z'),
    new Date('2026-11-30T15:59:59.999Z'),
  ]);
});
