const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];
const oneDecimal = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 1 });
const integer = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 0 });

/** Bytes with a unit, in steps of 1024: `1.5 GB`. */
export function bytesText(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${oneDecimal.format(value)} ${UNITS[unit] ?? ''}`;
}

/** The two largest of days, hours and minutes that are not 0: `2 天 3 小时`. */
export function roughDurationText(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  const counts: [number, string][] = [
    [Math.floor(minutes / 1440), '天'],
    [Math.floor(minutes / 60) % 24, '小时'],
    [minutes % 60, '分钟'],
  ];
  const shown = counts.filter(([count]) => count > 0).slice(0, 2);
  return shown.length > 0 ? shown.map(([count, unit]) => `${count} ${unit}`).join(' ') : '不到 1 分钟';
}

export const percentText = (percent: number): string => `${oneDecimal.format(percent)}%`;
export const msText = (ms: number): string => `${oneDecimal.format(ms)} ms`;
export const countText = (count: number): string => integer.format(count);
