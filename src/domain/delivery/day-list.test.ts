import { expect, test } from 'vitest';
import { listed, textsBy } from '#tests/support/data/listed.ts';
import { checkDay, readDay, readDayList } from './day-list.ts';

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
])('%j is parsed as two days', (text) => {
  expect(readDayList(text)).toEqual(['2027-01-01', '2027-01-02']);
});

test.each([
  '2027-02-27~2027-03-02',
  '2027-02-27 至 2027-03-02',
  '2027年2月27日到2027年3月2日',
  '2027/2/27～2027/3/2',
  '2027-02-27—2027-03-02',
])('%j is parsed as a range of days', (text) => {
  expect(readDayList(`2027-01-01、${text}`)).toEqual([
    '2027-01-01',
    '2027-02-27',
    '2027-02-28',
    '2027-03-01',
    '2027-03-02',
  ]);
});

test('an inverted, overlong or incomplete range is returned unparsed', () => {
  const typed = [
    '2027-02-03~2027-02-01',
    '2027-01-01~2028-01-01',
    '2027-02-01~',
    '2027-02-01~2027-02-30',
    '2027-02-01~2027-02-02~2027-02-03',
  ];
  expect(readDayList(typed.join(' , '))).toEqual(typed);
});

test('text that is not a day is returned unparsed', () => {
  expect(readDayList('2027-13-45 元旦')).toEqual(['2027-13-45', '元旦']);
  expect(readDayList(' , ')).toEqual([]);
});

const oneDay = listed(`
  2026-11-23 | 2026/11/23 | 2026.11.23 | 2026年11月23日 | 2026年11月23号 | ２０２６－１１－２３ | ２０２６年１１月２３日
`);
test.each([...oneDay, ' 2026/11/23 '])('%j is parsed as one day', (text) => {
  expect(readDay(text)).toBe('2026-11-23');
  expect(checkDay(text)).toBeUndefined();
});

const noDays = textsBy(`
  不是有效的日期 = 民国115/11/23 | 115-11-23 | 佛历2569年11月23日 | 23/11/2026 | 11/23/2026 | 2026-02-30
    2026-13-01 | +012026-01-01 | 2026-11-23T08:00
  年份不在 2000–2099 之间 = 2569-11-23 | 0001-01-01 | 9999-12-31
`);
test.each([...noDays, ['不是有效的日期', ['']] as const])('%s: %j', (sentence, texts) => {
  for (const text of texts) {
    expect(readDay(text)).toBeUndefined();
    expect(checkDay(text)).toContain(sentence);
    expect(checkDay(text)).toContain('2026-01-31');
  }
});
