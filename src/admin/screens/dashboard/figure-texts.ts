import { formatYuan } from '#domain/money.ts';
import { durationText } from '../../components/duration-text.ts';

/** A figure for the period, and for the preceding period. */
export interface Comparison {
  value: number;
  before: number;
}

const countUnits = { orders: '单', people: '位', pieces: '件' } as const;

/** Decides the format and unit of a figure and of its change. */
export type FigureKind = keyof typeof countUnits | 'yuan' | 'share' | 'days';

export const isCount = (kind: FigureKind): kind is keyof typeof countUnits => kind in countUnits;

const integer = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 1 });
const compact = new Intl.NumberFormat('zh-CN', { notation: 'compact', maximumFractionDigits: 1 });

/** A short text for an axis: `1.2万`. */
export const compactText = (value: number): string => compact.format(value);

export function figureText(kind: FigureKind, value: number): string {
  if (isCount(kind)) return `${integer.format(value)} ${countUnits[kind]}`;
  switch (kind) {
    case 'yuan':
      return formatYuan(value);
    case 'share':
      return `${oneDecimal.format(100 * value)}%`;
    case 'days':
      return `${oneDecimal.format(value)} 天`;
  }
}

/** Working time; `—` if unknown. */
export const minutesText = (minutes: number | null): string =>
  minutes === null ? '—' : durationText(minutes);

/** The change in percent, of shares in percentage points, of days in days; '' if there is nothing to compare. */
export function changeText(kind: FigureKind, { value, before }: Comparison): string {
  if (value === before) return '持平';
  if (before === 0 && kind !== 'share') return '';
  const sign = value > before ? '+' : '−';
  const size = Math.abs(value - before);
  if (kind === 'share') return `${sign}${oneDecimal.format(100 * size)} 个百分点`;
  if (kind === 'days') return `${sign}${oneDecimal.format(size)} 天`;
  return `${sign}${oneDecimal.format((100 * size) / before)}%`;
}
