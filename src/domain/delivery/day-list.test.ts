import { expect, test } from 'vitest';
import { readDayList } from './day-list.ts';

test.each([
  ['2027-01-01,2027-01-02'],
  ['2027-01-01，2027-01-02'],
  ['2027-01-01、2027-01-02'],
  ['2027-01-01；2027-01-02'],
  ['2027-01-01 2027-01-02'],
  ['2027-01-01\n2027-01-02\r\n'],
  ['２０２７-０１-０１　2027-01-02'],
  ['2027/1/1, 2027.1.2'],
  ['2027年1月1日、2027年01月02日'],
])('%j are two days', (text) => {
  expect(readDayList(text)).toEqual(['2027-01-01', '2027-01-02']);
});

test('what is no day stays for the caller to refuse', () => {
  expect(readDayList('2027-13-45 元旦')).toEqual(['2027-13-45', '元旦']);
  expect(readDayList(' , ')).toEqual([]);
});
