import { inArray } from 'drizzle-orm';
import { materialFiguresOf, type MaterialFigures } from '#contract/prices/record-figures.ts';
import { round2 } from '#domain/money.ts';
import { materials } from '#server/db/schema.ts';
import { AppError } from '#server/http/app-error.ts';
import type { FigureRecords } from './figure-records.ts';
import { materialStore } from './materials.queries.ts';
import type { YuanChange } from './price-jumps.service.ts';

/** The highest possible price; caps the effect of a base size. */
const MAX_YUAN = 99_999_999.99;

const volumeOf = ({ length, width, height }: Pick<MaterialFigures, 'length' | 'width' | 'height'>) =>
  length * width * height;

/** The effect of a changed base size on a price of ¥100 for a larger part: proportional to the ratio of volumes. */
export function sizeEffect(
  { id, name }: { id: number; name: string },
  before: Parameters<typeof volumeOf>[0],
  after: Parameters<typeof volumeOf>[0],
): YuanChange {
  const to = Math.min(MAX_YUAN, round2((100 * volumeOf(before)) / volumeOf(after)));
  return { id: `material/${id}/size`, name: `${name} 基准尺寸（大于基准的零件 100 元）`, from: 100, to };
}

export const materialFigures: FigureRecords<MaterialFigures> = {
  noun: '材料',
  group: '材料',
  permissions: { list: 'mfr:material:list', edit: 'mfr:material:edit' },
  async read(tx, ids) {
    if (ids.length === 0) return new Map();
    const rows = await tx
      .select()
      .from(materials)
      .where(inArray(materials.id, [...ids]));
    return new Map(
      rows.map((row) => [
        row.id,
        { name: row.name, figures: materialFiguresOf(row), isDeleted: row.deletedAt !== null },
      ]),
    );
  },
  effectsOf: ({ name }, { id, before, after }) => [sizeEffect({ id, name }, before, after)],
  async change(tx, changes, by) {
    for (const { id, after } of changes) {
      const before = await materialStore.find(tx, id);
      if (!before) throw new AppError('request.invalid', { msg: `材料 ${id} 已删除` });
      const { name, materialTag, sort, remark, version } = before;
      await materialStore.update(tx, id, { name, materialTag, sort, remark, ...after, version }, by);
    }
  },
};
