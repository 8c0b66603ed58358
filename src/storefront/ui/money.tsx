import { fenFromYuan, formatYuan } from '#domain/money.ts';

interface MoneyProps {
  /** Yuan, as the wire carries it. */
  yuan: number | string;
  className?: string;
}

/** An amount as people read it: ¥1,234.50. */
export function Money({ yuan, className }: MoneyProps) {
  return <span className={className}>{moneyText(yuan)}</span>;
}

export function moneyText(yuan: number | string): string {
  return formatYuan(fenFromYuan(yuan));
}
