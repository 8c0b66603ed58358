import { expect, test } from 'vitest';
import type { TypedSetting } from '#contract/system/settings.ts';
import {
  changedSettings,
  errorOf,
  displayText,
  parseDays,
  settingConflicts,
  formatDays,
  parsePastedDays,
} from './setting-values.ts';
import { buildSetting } from './setting.test-data.ts';

const days = buildSetting({ configKey: 'd', kind: 'days', configValue: '2027-01-01,2026-12-31' });
const whole = buildSetting({ configKey: 'w', kind: 'whole', configValue: '15', min: 1, max: 365 });

test('days are parsed from any list, and written sorted and without duplicates', () => {
  expect(parseDays('2027-01-01， 2026-12-31 2027-01-01, x')).toEqual(['2026-12-31', '2027-01-01']);
  expect(formatDays(['2027-01-01', '2026-12-31', '2027-01-01'])).toBe('2026-12-31, 2027-01-01');
});

test('a setting is changed if its value differs, not if only the order of days differs', () => {
  expect(changedSettings([days, whole], { d: '2026-12-31, 2027-01-01', w: '15' })).toEqual([]);
  expect(changedSettings([days, whole], { d: '2026-12-31', w: '16' })).toEqual([days, whole]);
  expect(changedSettings([days, whole], {})).toEqual([]);
});

test('a setting conflicts when both users have changed it to different values', () => {
  const before = ['a', 'b', 'c', 'd'].map((configKey) => buildSetting({ configKey, configValue: '1' }));
  const saved: Record<string, string> = { a: '2', b: '3', c: '2', d: '1' };
  const current = before.map((one) => ({
    ...one,
    configValue: saved[one.configKey] ?? '',
    updatedBy: '李工',
  }));
  expect(settingConflicts(before, current, { a: '3', b: '3', d: '3' })).toEqual([
    { key: 'a', label: '系统名称', before: '1', mine: '3', theirs: '2（李工）' },
  ]);
});

test.each<[Partial<TypedSetting>, string, boolean]>([
  [whole, '1', true],
  [whole, '365', true],
  [whole, '0', false],
  [whole, '366', false],
  [whole, '1.5', false],
  [whole, '', false],
  [{ kind: 'url' }, '', true],
  [{ kind: 'url' }, 'https://example.test/a', true],
  [{ kind: 'url' }, 'javascript:alert(1)', false],
  [{ kind: 'text' }, '智造报价', true],
  // Only the server knows which settings may be empty.
  [{ kind: 'text' }, '', true],
  [{ kind: 'days' }, '', true],
])('%o accepts %j: %s', (setting, value, isValid) => {
  expect(errorOf(buildSetting(setting), value) === undefined).toBe(isValid);
});

test('a value is shown as readable text', () => {
  const options = { off: '可选', staff: '员工必须启用' };
  expect(displayText({ kind: 'choice', options }, 'staff')).toBe('员工必须启用');
  expect(displayText({ kind: 'choice', options }, 'gone')).toBe('gone');
  expect(displayText({ kind: 'switch' }, 'on')).toBe('开');
});

test('pasted days may be separated by commas, 、 blanks or lines; invalid dates are reported', () => {
  expect(parsePastedDays('2027-02-11，2027/2/12、2027-02-13\n2027-02-14 2027-02-30 春节')).toEqual({
    days: ['2027-02-11', '2027-02-12', '2027-02-13', '2027-02-14'],
    invalid: ['2027-02-30', '春节'],
  });
});
