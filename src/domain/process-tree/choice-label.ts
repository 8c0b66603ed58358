import type { ProcessNode } from './types.ts';

/**
 * The label of a process's field. A nested process has the name of the option that opens it. If all of its own options are
 * colours, the label is more specific: 颜色（阳极氧化）.
 */
export function choiceLabel(tree: readonly ProcessNode[], process: ProcessNode): string {
  const isNested = !tree.includes(process);
  return isNested && process.children.every(({ name }) => isColour(name))
    ? `颜色（${process.name}）`
    : process.name;
}

/** True for 黑色, 深空灰, 指定色号, RAL 9005, but not for 蓝白锌 or 镀金, which are coatings. */
const isColour = (name: string) =>
  /色|[黑白灰红橙黄绿青蓝紫粉棕金银]$|透明|RAL|潘通|Pantone/i.test(name) && !/镀|合金/.test(name);
