import type { PartSize } from '#domain/parts/part-code.ts';

/*
 * A part without a model is round when its customer marks it as round. Its size is the box around it, with the diameter twice.
 * The statement starts its remark, which order, sheet and desk show and every revision stores.
 */

const STATEMENT = /^圆料 Ø(\d+(?:\.\d+)?)×(\d+(?:\.\d+)?) mm(?:；|$)/;

/** The remark of a round part of this size: 圆料 Ø80×15 mm；去毛刺. */
export function roundRemark({ length, height }: PartSize, remark: string): string {
  return [`圆料 Ø${length}×${height} mm`, remark].filter(Boolean).join('；');
}

/** The rest of the remark after the statement of this size; undefined for a part without the statement. */
export function remarkOfRound({ length, width, height }: PartSize, remark: string): string | undefined {
  const [statement = '', diameter, along] = STATEMENT.exec(remark) ?? [];
  const isOfSize = length === width && Number(diameter) === length && Number(along) === height;
  return isOfSize ? remark.slice(statement.length) : undefined;
}
