import { expect, test } from 'vitest';
import { dayProblem, readDay, readDayList } from './day-list.ts';

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

test.each([
  '2026-11-23',
  ' 2026/11/23 ',
  '2026.11.23',
  '2026年11月23日',
  '2026年11月23号',
  '２０２６－１１－２３',
  '２０２６年１１月２３日',
])('%j is typed for one day', (text) => {
  expect(readDay(text)).toBe('2026-11-23');
  expect(dayProblem(text)).toBeUndefined();
});

test.each([
  ['民国115/11/23', '不是有效的日期'],
  ['115-11-23', '不是有效的日期'],
  ['佛历2569年11月23日', '不是有效的日期'],
  ['23/11/2026', '不是有效的日期'],
  ['11/23/2026', '不是有效的日期'],
  ['2026-02-30', '不是有效的日期'],
  ['2026-13-01', '不是有效的日期'],
  ['+012026-01-01', '不是有效的日期'],
  ['2026-11-23T08:00', '不是有效的日期'],
  ['', '不是有效的日期'],
  ['2569-11-23', '年份不在 2000–2099 之间'],
  ['0001-01-01', '年份不在 2000–2099 之间'],
  ['9999-12-31', '年份不在 2000–2099 之间'],
])('%j is no day to type: %s', (text, sentence) => {
  expect(readDay(text)).toBeUndefined();
  expect(dayProblem(text)).toContain(sentence);
  expect(dayProblem(text)).toContain('2026-01-31');
});
