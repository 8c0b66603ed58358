import type { ProcessPrice } from '#domain/pricing/types.ts';
import { moneyText } from '#storefront/ui/money.tsx';

/** What an option adds, in words: `+¥6.00 +1 天`; empty when it adds nothing. */
export function surchargeText(entry: ProcessPrice | undefined): string {
  if (!entry) return '';
  const parts: string[] = [];
  if (entry.price > 0) parts.push(`+${moneyText(entry.price)}`);
  if (entry.time > 0) parts.push(`+${entry.time} 天`);
  return parts.join(' ');
}

/** What an option adds to the price of a piece and to the delivery. */
export function Surcharge({ entry, className }: { entry: ProcessPrice | undefined; className?: string }) {
  const text = surchargeText(entry);
  return text === '' ? null : <span className={className}>{text}</span>;
}
