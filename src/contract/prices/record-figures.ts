import * as z from 'zod/mini';
import { DISABLED, ENABLED } from '../kernel/fields.ts';
import { byKey, pick } from '#domain/pick.ts';
import { leadFigureFields, leadLimits } from '../catalogue/lead-classes.ts';
import { materialFigureFields } from '../catalogue/materials.ts';

/* The figures of materials and lead classes that affect prices and days, for drafts and histories. */

export const materialFigures = z.strictObject(materialFigureFields);
export type MaterialFigures = z.output<typeof materialFigures>;

/** `optionIds` are sorted, so that equal sets compare equal. */
export const leadFigures = z.strictObject({
  ...leadFigureFields,
  optionIds: leadFigureFields.optionIds.check(z.overwrite(sortedIds)),
});
export type LeadFigures = z.output<typeof leadFigures>;

function sortedIds(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}

const MATERIAL_FIGURES = ['density', 'length', 'width', 'height', 'deliveryTime', 'speed'] as const;

export const materialFiguresOf = (material: Readonly<MaterialFigures>): MaterialFigures =>
  pick(material, MATERIAL_FIGURES);

export const leadFiguresOf = (
  lead: Readonly<Omit<LeadFigures, 'status'>> & { status: number },
): LeadFigures => ({
  ...pick(lead, ['factor', 'percent', 'slots', 'maxEdgeMm', 'maxPieces']),
  optionIds: sortedIds(lead.optionIds),
  status: lead.status === ENABLED ? ENABLED : DISABLED,
});

/** The figures in responses. */
export const materialFigureValues = z.object(byKey(MATERIAL_FIGURES, () => z.number()));
export const leadFigureValues = z.object({
  ...byKey(['factor', 'percent'], () => z.number()),
  ...leadLimits,
  optionIds: z.array(z.number()),
  status: z.literal([1, 2]),
});

const limitText = (limit: number | null, unit: string): string =>
  limit === null ? '不限' : `${limit} ${unit}`;

/** The figures as text, by display name. */
export function recordFigureTexts(
  figures: Readonly<MaterialFigures | LeadFigures>,
): Readonly<Record<string, string>> {
  if ('speed' in figures) {
    const { length, width, height, deliveryTime, speed, density } = figures;
    return {
      基准尺寸: `${length} × ${width} × ${height} mm`,
      基础交期: `${deliveryTime} 天`,
      交期指数: String(speed),
      密度: density === 0 ? '未知' : `${density} g/cm³`,
    };
  }
  const { factor, percent, slots, maxEdgeMm, maxPieces, optionIds, status } = figures;
  return {
    交期系数: `×${factor}`,
    加价: `${percent}%`,
    每天名额: limitText(slots, '单'),
    最长边: limitText(maxEdgeMm, 'mm'),
    最多件数: limitText(maxPieces, '件'),
    不提供的工艺选项: optionIds.length === 0 ? '无' : `${optionIds.length} 个`,
    状态: status === ENABLED ? '启用' : '停用',
  };
}
