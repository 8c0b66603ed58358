export interface Range {
  min: number;
  max: number;
  isInteger?: boolean;
}

/** The error message for a number that is missing, NaN or out of range; undefined if it is valid. */
export function rangeProblem(
  label: string,
  value: number | null,
  { min, max, isInteger = false }: Range,
): string | undefined {
  const isValid = value !== null && value >= min && value <= max && (!isInteger || Number.isInteger(value));
  return isValid ? undefined : `${label}应为 ${min} 到 ${max} 的${isInteger ? '整数' : '数字'}`;
}
