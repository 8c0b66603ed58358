import type { ProcessPrice } from '#domain/pricing/types.ts';
import { formatYuan } from '#domain/money.ts';

/** An option's surcharge as text: `+¥6.00 +1.5 个工作日`; empty when it adds nothing. An offered option without a price is priced by staff. */
export function surchargeText(entry: ProcessPrice | undefined): string {
  if (!entry) return '人工报价';
  const parts: string[] = [];
  if (entry.price > 0) parts.push(`+${formatYuan(entry.price)}`);
  if (entry.time > 0) parts.push(`+${entry.time} 个工作日`);
  return parts.join(' ');
}

/** An option's surcharge on unit price and delivery time. */
export function Surcharge({ entry, className }: { entry: ProcessPrice | undefined; className?: string }) {
  const text = surchargeText(entry);
  return text === '' ? null : <span className={className}>{text}</span>;
}
