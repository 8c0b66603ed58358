import { expect, test } from 'vitest';
import { codesAgree, partNameKey, readPartCode } from './part-code.ts';

test.each([
  ['QM-1024 B', 'QM-1024', 'B'],
  ['QM-1024 b 支架', 'QM-1024', 'B'],
  ['QM-1024B支架', 'QM-1024B', ''],
  ['ＱＭ－1024　Ｂ', 'QM-1024', 'B'],
  ['0-0-7.23 rev.02', '0-0-7.23', '02'],
  ['A10045 底座 A', 'A10045', ''],
  ['6061', '', ''],
  ['支架 QM-1024', '', ''],
  ['shaft', '', ''],
  ['M8 螺栓', '', ''],
  ['', '', ''],
])('%s has the number "%s" and the revision "%s"', (name, code, revision) => {
  expect(readPartCode(name)).toEqual({ code, revision });
});

test('numbers agree unless both exist and differ; revisions matter only for the same number', () => {
  const of = (code: string, revision = '') => ({ code, revision });
  expect(codesAgree(of('A-1', 'B'), of('a-1', 'b'))).toBe(true);
  expect(codesAgree(of('A-1', 'B'), of('A-1', 'C'))).toBe(false);
  expect(codesAgree(of('A-1', 'B'), of('A-1'))).toBe(true);
  expect(codesAgree(of('A-1'), of('A-2'))).toBe(false);
  expect(codesAgree(of('', 'B'), of('A-1', 'C'))).toBe(true);
});

test('a key ignores case, widths, blanks and the order of edges, and nothing else', () => {
  const size = { length: 10, width: 20.5, height: 5 };
  const key = partNameKey('Ab 支架', size);
  expect(partNameKey(' ＡＢ  支架 ', { length: 5, width: 10, height: 20.5 })).toBe(key);
  expect(partNameKey('Ab支架', size)).not.toBe(key);
  expect(partNameKey('Ab 支架', { ...size, height: 5.001 })).not.toBe(key);
});
