import type { PartSize } from '#domain/parts/part-code.ts';

/*
 * Customers can mark parts without a model as round. The size of such a part is that of its box: diameter, diameter, length. Its
 * remark starts by stating this, because all screens and documents show the remark and every revision stores it.
 */

const STATEMENT = /^圆料 Ø(\d+(?:\.\d+)?)×(\d+(?:\.\d+)?) mm(?:；|$)/;

/** The remark of a round part of this size: `圆料 Ø80×15 mm；去毛刺`. */
export function roundRemark({ length, height }: PartSize, remark: string): string {
  return [`圆料 Ø${length}×${height} mm`, remark].filter(Boolean).join('；');
}

/** The remark after its statement of diameter and length; undefined if it has none, or one of another size. */
export function remarkAfterStatement(
  { length, width, height }: PartSize,
  remark: string,
): string | undefined {
  const [statement = '', diameter, lengthText] = STATEMENT.exec(remark) ?? [];
  const matchesSize = length === width && Number(diameter) === length && Number(lengthText) === height;
  return matchesSize ? remark.slice(statement.length) : undefined;
}
