const shanghai = { timeZone: 'Asia/Shanghai', hourCycle: 'h23' } as const;
const time = new Intl.DateTimeFormat('zh-CN', {
  ...shanghai,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});
const day = new Intl.DateTimeFormat('zh-CN', { ...shanghai, year: 'numeric', month: 'long', day: 'numeric' });

/** Formats an instant (RFC 3339) in Shanghai time: 2026/11/20 09:30. */
export function timeText(instant: string): string {
  return time.format(new Date(instant));
}

/** Formats a calendar day (`YYYY-MM-DD`) or an instant: 2026年11月30日. */
export function dateText(text: string): string {
  return day.format(new Date(text.length === 10 ? `${text}T12:00:00+08:00` : text));
}
