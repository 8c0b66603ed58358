/** The result of multiplying a printed price per piece by the quantity, as a finance clerk does. */
export type Finding = 'exact' | 'explained by four decimals' | 'wrong';

/** Compares price × quantity with the printed sub-total; texts may carry ¥ and separators. */
export function multiply(unit: string, num: string | number, subTotal: string): Finding {
  const [, decimals = ''] = unit.split('.');
  const product = tenThousandths(unit) * BigInt(String(num).replaceAll(/\D/g, ''));
  const difference = product - tenThousandths(subTotal);
  if (difference === 0n) return 'exact';
  // Rounding moves each piece by at most half of the fourth decimal.
  const isExplained = 2n * (difference < 0n ? -difference : difference) <= BigInt(num);
  return decimals.length === 4 && isExplained ? 'explained by four decimals' : 'wrong';
}

function tenThousandths(text: string): bigint {
  const match = /^¥?([\d,]+)\.(\d{2,4})$/.exec(text);
  if (!match) throw new Error(`no amount: ${text}`);
  const [, whole = '', decimals = ''] = match;
  return BigInt(whole.replaceAll(',', '') + decimals.padEnd(4, '0'));
}
