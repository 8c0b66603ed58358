export interface Range {
  min: number;
  max: number;
  isWhole?: boolean;
}

/** Why a typed number, or NaN for a text that is none, is not one of min…max; undefined if it is. */
export function rangeProblem(
  label: string,
  value: number | null,
  { min, max, isWhole = false }: Range,
): string | undefined {
  const isRight = value !== null && value >= min && value <= max && (!isWhole || Number.isInteger(value));
  return isRight ? undefined : `${label}应为 ${min} 到 ${max} 的${isWhole ? '整数' : '数字'}`;
}
