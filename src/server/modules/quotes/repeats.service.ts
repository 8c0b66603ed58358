import { sql } from 'drizzle-orm';
import { isRepeatOf, type ComparedLine } from '#domain/charges/repeat.ts';
import { modelScales, type ModelScale } from '#domain/models/model-check.ts';
import { partNameKey } from '#domain/parts/part-code.ts';
import type { QuotationItem } from '#contract/orders/part-item.ts';
import { isEqualShape, scaleFingerprint, VOLUME_SEARCH_TOLERANCE } from '#geometry/fingerprint.ts';
import type { Fingerprint } from '#geometry/model-reading.ts';
import type { Db } from '#server/db/database.ts';

/** Earlier orders of the company count, or those of the user if `deptId` is null. */
export interface OrderHistoryOwner {
  userId: number;
  deptId: number | null;
}

/** Each line is compared with at most this many of the latest earlier lines. */
const MAX_COMPARED = 30;

interface Shape {
  hash: string | null;
  body: number | null;
  scale: ModelScale | null;
  fingerprint: Fingerprint | null;
}

type Candidate = Record<string, unknown> &
  Shape & {
    /** The index of the item that it is compared with. */
    n: number;
    name: string;
    materialId: number;
    length: number;
    width: number;
    height: number;
    processes: { optionId: number }[];
  };

/**
 * For each line, whether it repeats a line of an order that the customer's company placed and did not cancel. Compares models by
 * their uploaded bytes or the server's own measurements, never by the client's figures.
 */
export async function findRepeats(
  db: Db,
  { userId, deptId }: OrderHistoryOwner,
  items: readonly QuotationItem[],
): Promise<boolean[]> {
  if (items.length === 0) return [];
  const shapes = await readShapes(db, { userId, deptId }, items);
  const parts = items.map((item, n) => ({
    n,
    nameKey: partNameKey(item.name ?? '', item),
    shape: shapes[n],
  }));
  const column = <T>(pick: (part: (typeof parts)[number]) => T) => sql.param(parts.map((part) => pick(part)));
  // A part's owner is a department, or minus the id of a user without a company.
  const { rows } = await db.execute<Candidate>(sql`
    select item.n, earlier.* from unnest(
      ${column(({ n }) => n)}::int[], ${column(({ nameKey }) => nameKey)}::text[],
      ${column(({ shape }) => (shape ? geometryOf(shape) : null))}::text[],
      ${column(({ shape }) => fingerprintOf(shape)?.volumeMm3 ?? null)}::float8[]
    ) as item (n, name_key, geometry, volume)
    cross join lateral (
      select i.name, i.material_id as "materialId", i.length, i.width, i.height, i.processes,
        model.hash, pm.body, pm.scale, body.fingerprint as fingerprint
      from part p
      join part_line line on line.part_id = p.id
      join orders o on o.id = line.order_id and o.placed_at is not null and o.status <> 'cancelled'
      join order_item i on i.order_id = o.id and i.revision = o.revision and i.line_no = line.line_no
      left join part_model pm on pm.order_id = o.id and pm.revision = o.revision and pm.line_no = i.line_no
      left join model_file model on model.id = pm.model_id
      left join model_body body on body.model_id = pm.model_id and body.body = pm.body and model.status = 'measured'
      where p.owner = ${deptId ?? -userId} and (
        p.name_key = item.name_key or p.alias_key = item.name_key or p.geometry = item.geometry
        or p.volume_mm3 between item.volume * ${1 - VOLUME_SEARCH_TOLERANCE}::float8 and item.volume * ${1 + VOLUME_SEARCH_TOLERANCE}::float8)
      order by line.order_id desc limit ${MAX_COMPARED}
    ) as earlier`);
  return items.map((item, n) =>
    rows.some((row) => {
      if (row.n !== n) return false;
      const optionIds = row.processes.map(({ optionId }) => optionId);
      const earlier = { ...row, optionIds, hasModel: row.hash !== null };
      return isRepeatOf(comparedLine(item), earlier, isEqualModel(shapes[n], row));
    }),
  );
}

/** The fields of a part that decide whether it repeats another. */
export const comparedLine = ({
  name = '',
  material,
  length,
  width,
  height,
  model,
  ...item
}: QuotationItem): ComparedLine => ({
  name,
  materialId: material,
  length,
  width,
  height,
  optionIds: Object.entries(item).flatMap(([key, value]) =>
    key.startsWith('process_') && typeof value === 'number' ? [value] : [],
  ),
  hasModel: model !== undefined,
});

/** The stored shapes of the items' models; undefined without a model, and for a model of another customer. */
async function readShapes(
  db: Db,
  { userId, deptId }: OrderHistoryOwner,
  items: readonly QuotationItem[],
): Promise<(Shape | undefined)[]> {
  const modelItems = items.flatMap(({ model }, n) => (model ? [{ n, model }] : []));
  if (modelItems.length === 0) return [];
  const { rows } = await db.execute<
    Record<string, unknown> & { n: number; hash: string; fingerprint: Fingerprint | null }
  >(sql`
    select item.n, model.hash, body.fingerprint as fingerprint
    from unnest(
      ${sql.param(modelItems.map(({ n }) => n))}::int[], ${sql.param(modelItems.map(({ model }) => model.id))}::int[],
      ${sql.param(modelItems.map(({ model }) => model.body ?? 0))}::int[]
    ) as item (n, id, body)
    join model_file model on model.id = item.id and (model.owner_id = ${userId} or exists (
      select from part_model used where used.model_id = model.id and (used.user_id = ${userId} or used.dept_id = ${deptId}::int)))
    left join model_body body on body.model_id = model.id and body.body = item.body and model.status = 'measured'`);
  const rowOf = new Map(rows.map((row) => [row.n, row]));
  return items.map(({ model }, n) => {
    const row = rowOf.get(n);
    return model && row
      ? { hash: row.hash, fingerprint: row.fingerprint, body: model.body ?? 0, scale: model.scale ?? '1' }
      : undefined;
  });
}

const geometryOf = ({ hash, body, scale }: Shape): string => `${hash}/${body}/${scale}`;

const fingerprintOf = (shape: Shape | undefined): Fingerprint | undefined =>
  shape?.fingerprint && shape.fingerprint.volumeMm3 > 0
    ? scaleFingerprint(shape.fingerprint, modelScales[shape.scale ?? '1'])
    : undefined;

/** Similar shapes do not count: an altered part needs a new set-up. */
function isEqualModel(shape: Shape | undefined, earlier: Shape): boolean {
  if (!shape || earlier.hash === null) return false;
  if (geometryOf(shape) === geometryOf(earlier)) return true;
  const [ours, theirs] = [fingerprintOf(shape), fingerprintOf(earlier)];
  return ours !== undefined && theirs !== undefined && isEqualShape(ours, theirs);
}
