import type { PriceVersion } from '#contract/prices/price-versions.ts';

type Origin = Pick<PriceVersion, 'isRollBack' | 'undoes' | 'copyTo'> & { draft: { name: string } | null };

/** `直接修改`, `复制材料为“AL6061”`, `回退版本 12`, `发布调价“年度调价”` or `撤回调价“年度调价”`. */
export function originLabel({ draft, isRollBack, undoes, copyTo }: Origin): string {
  if (undoes !== null) return `回退版本 ${undoes}`;
  if (copyTo !== null) return `复制材料为“${copyTo}”`;
  return draft === null ? '直接修改' : `${isRollBack ? '撤回' : '发布'}调价“${draft.name}”`;
}
