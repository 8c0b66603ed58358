import { formatYuan } from '#domain/money.ts';

interface MoneyProps {
  /** Yuan, as in the API. */
  yuan: number | string;
  className?: string;
}

/** A formatted amount: ¥1,234.50. */
export function Money({ yuan, className }: MoneyProps) {
  return <span className={className}>{formatYuan(yuan)}</span>;
}
