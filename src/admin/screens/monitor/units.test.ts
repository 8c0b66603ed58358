import { expect, test } from 'vitest';
import { bytesText, roughDurationText } from './units.ts';

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [1_610_612_736, '1.5 GB'],
  [-1, '0 B'],
])('%d bytes are shown as %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));

test.each([
  [0, '不到 1 分钟'],
  [61, '1 分钟'],
  [3_600, '1 小时'],
  [90_061, '1 天 1 小时'],
  [86_400 + 60, '1 天 1 分钟'],
])('%d seconds are shown as %s', (seconds, text) => expect(roughDurationText(seconds)).toBe(text));
