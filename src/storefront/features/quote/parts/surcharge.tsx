import type { ProcessPrice } from '#domain/pricing/types.ts';
import { formatYuan } from '#domain/money.ts';

/** Such as `+¥6.00 +1.5 个工作日`; empty if the option adds nothing. Staff price an offered option without an entry. */
export function surchargeText(entry: ProcessPrice | undefined): string {
  if (!entry) return '人工报价';
  const parts: string[] = [];
  if (entry.price > 0) parts.push(`+${formatYuan(entry.price)}`);
  if (entry.time > 0) parts.push(`+${entry.time} 个工作日`);
  return parts.join(' ');
}

export function Surcharge({ entry, className }: { entry: ProcessPrice | undefined; className?: string }) {
  const text = surchargeText(entry);
  return text === '' ? null : <span className={className}>{text}</span>;
}
