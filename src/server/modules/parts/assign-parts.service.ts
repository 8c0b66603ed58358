import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { modelScales, type ModelScale } from '#domain/models/model-check.ts';
import {
  codesAgree,
  edgesOf,
  partNameKey,
  readPartCode,
  type Edges,
  type PartCode,
} from '#domain/parts/part-code.ts';
import { groupBy } from '#domain/group-by.ts';
import {
  hasEqualFigures,
  isEqualShape,
  scaleFingerprint,
  VOLUME_SEARCH_TOLERANCE,
} from '#geometry/fingerprint.ts';
import type { Fingerprint } from '#geometry/model-reading.ts';
import type { Db } from '#server/db/database.ts';
import { partLines, parts } from '#server/db/schema.ts';

type PartRow = typeof parts.$inferSelect;
/** A part of the library, or one that this batch adds and that has no id yet. */
type KnownPart = Omit<PartRow, 'id' | 'lastAt' | 'createBy' | 'updateBy' | 'createdAt' | 'updatedAt'> & {
  id?: number | undefined;
};

interface Line extends PartCode {
  orderId: number;
  lineNo: number;
  /** The company's department, or minus the user's id for a customer without a company. */
  owner: number;
  userId: number;
  deptId: number | null;
  /** When the order was created. */
  createdAt: Date;
  orderedAt: Date | null;
  num: number;
  name: string;
  /** Whether the customer named the line; otherwise it has the material's name. */
  isNamed: boolean;
  nameKey: string;
  edges: Edges;
  /** `<hash of the file>/<body>/<scale>`; null without a model. */
  geometry: string | null;
  scale: ModelScale | null;
  fingerprint: Fingerprint | null;
  /** The part to which the line was assigned before. */
  partId: number | null;
}

/**
 * Assigns the lines of the current revisions of these orders to the parts of their libraries, and adds missing parts.
 * Idempotent. The caller holds the lock of the library, so that no part is added twice.
 */
export async function assignParts(tx: Db, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const lines = await readLines(tx, orderIds);
  const oldLines = await tx
    .select({ partId: partLines.partId })
    .from(partLines)
    .where(inArray(partLines.orderId, [...orderIds]));
  const byOwner = await readCandidates(
    tx,
    lines,
    oldLines.map(({ partId }) => partId),
  );
  const changed = new Set<KnownPart & { id: number }>();
  const assigned = lines.map((line) => {
    const ownParts = byOwner.get(line.owner) ?? [];
    byOwner.set(line.owner, ownParts);
    const match = findMatch(line, ownParts);
    const part = match ?? newPart(line);
    if (!match) ownParts.push(part);
    if (match && updateFromLine(match, line) && isStored(match)) changed.add(match);
    return { line, part };
  });
  await insertParts(
    tx,
    assigned.map(({ part }) => part),
  );
  for (const { id, ...part } of changed) await tx.update(parts).set(part).where(eq(parts.id, id));
  await tx.delete(partLines).where(inArray(partLines.orderId, [...orderIds]));
  if (assigned.length > 0)
    await tx.insert(partLines).values(
      assigned.map(({ line: { orderId, lineNo, userId, deptId, num, createdAt, orderedAt }, part }) => ({
        orderId,
        lineNo,
        partId: idOf(part),
        userId,
        deptId,
        num,
        madeAt: createdAt,
        orderedAt,
      })),
    );
  const previous = oldLines.map(({ partId }) => partId);
  await removeUnused(tx, previous);
  await updateLastAt(tx, [...previous, ...assigned.map(({ part }) => idOf(part))]);
}

async function readLines(tx: Db, orderIds: readonly number[]): Promise<Line[]> {
  const { rows } = await tx.execute<RawLine>(sql`
    select o.id as "orderId", i.line_no as "lineNo", o.user_id as "userId", o.dept_id as "deptId",
      o.created_at as "createdAt", case when o.status <> 'cancelled' then o.placed_at end as "orderedAt",
      i.num, i.name, i.material_name as "materialName", i.length, i.width, i.height,
      model.hash, pm.body, pm.scale, body.fingerprint, line.part_id as "partId"
    from orders o
    join order_item i on i.order_id = o.id and i.revision = o.revision
    left join part_model pm on pm.order_id = o.id and pm.revision = o.revision and pm.line_no = i.line_no
    left join model_file model on model.id = pm.model_id
    left join model_body body on body.model_id = pm.model_id and body.body = pm.body and model.status = 'measured'
    left join part_line line on line.order_id = o.id and line.line_no = i.line_no
    where o.id = any(${sql.param([...orderIds])}::int[])
    order by o.id, i.line_no`);
  return rows.map(({ materialName, length, width, height, hash, body, fingerprint, ...row }) => {
    const size = { length, width, height };
    const isNamed = row.name !== materialName;
    return {
      ...row,
      ...(isNamed ? readPartCode(row.name) : { code: '', revision: '' }),
      owner: row.deptId ?? -row.userId,
      createdAt: new Date(row.createdAt),
      orderedAt: row.orderedAt === null ? null : new Date(row.orderedAt),
      isNamed,
      nameKey: partNameKey(row.name, size),
      edges: edgesOf(size),
      geometry: hash === null ? null : `${hash}/${body}/${row.scale}`,
      fingerprint:
        fingerprint && fingerprint.volumeMm3 > 0
          ? scaleFingerprint(fingerprint, modelScales[row.scale ?? '1'])
          : null,
    };
  });
}

type RawLine = Record<string, unknown> &
  Pick<
    Line,
    'orderId' | 'lineNo' | 'userId' | 'deptId' | 'num' | 'name' | 'scale' | 'fingerprint' | 'partId'
  > & {
    createdAt: string;
    orderedAt: string | null;
    materialName: string;
    length: number;
    width: number;
    height: number;
    hash: string | null;
    body: number | null;
  };

/** The parts that may match one of the lines, by owner, oldest first. */
async function readCandidates(
  tx: Db,
  lines: readonly Line[],
  oldPartIds: readonly number[],
): Promise<Map<number, KnownPart[]>> {
  const column = <T>(pick: (line: Line) => T) => sql.param(lines.map((line) => pick(line)));
  const lineRows = sql`unnest(${column(({ owner }) => owner)}::int[], ${column(({ nameKey }) => nameKey)}::text[],
    ${column(({ geometry }) => geometry)}::text[], ${column((line) => line.fingerprint?.volumeMm3 ?? null)}::float8[])
    as line (owner, name_key, geometry, volume)`;
  const {
    lastAt: _lastAt,
    createBy: _createBy,
    updateBy: _updateBy,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    ...columns
  } = getTableColumns(parts);
  const candidates = await tx
    .select(columns)
    .from(parts)
    .where(
      sql`${parts.id} = any(${sql.param([...oldPartIds])}::int[]) or ${parts.id} in (
        select p.id from ${lineRows} join part p on p.owner = line.owner and p.name_key = line.name_key
        union select p.id from ${lineRows} join part p on p.owner = line.owner and p.alias_key = line.name_key
        union select p.id from ${lineRows} join part p on p.owner = line.owner and p.geometry = line.geometry
        union select p.id from ${lineRows} join part p on line.volume is not null and p.owner = line.owner
          and p.volume_mm3 between line.volume * ${1 - VOLUME_SEARCH_TOLERANCE}::float8 and line.volume * ${1 + VOLUME_SEARCH_TOLERANCE}::float8)`,
    )
    .orderBy(parts.id);
  return groupBy<KnownPart, number>(candidates, ({ owner }) => owner);
}

/** The part of a line: its current part if that was edited, otherwise the oldest match. */
function findMatch(line: Line, known: readonly KnownPart[]): KnownPart | undefined {
  const matches = known.filter(
    (part) => isSamePart(line, part) && (codesAgree(line, part) || isCorrected(line, part)),
  );
  return matches.find(({ id, version }) => id === line.partId && version > 1) ?? matches[0];
}

/** Whether the library's number or revision was corrected while the line still has the earlier name. */
const isCorrected = (line: Line, part: KnownPart): boolean =>
  part.version > 1 && line.isNamed && hasSameName(line, part);

/**
 * Compares by geometry if both have models, otherwise by name and size; the name of a material does not count. An
 * altered copy is a different part, and so is a copy with another name that may be a mirror image.
 */
function isSamePart(line: Line, part: KnownPart): boolean {
  if (line.geometry !== null && part.geometry !== null) {
    if (line.geometry === part.geometry) return true;
    const [lineFingerprint, partFingerprint] = [line.fingerprint, part.fingerprint];
    if (!lineFingerprint || !partFingerprint) return false;
    return (
      isEqualShape(lineFingerprint, partFingerprint) ||
      (line.isNamed && hasSameName(line, part) && hasEqualFigures(lineFingerprint, partFingerprint))
    );
  }
  if (!line.isNamed && (line.geometry !== null || part.geometry !== null)) return false;
  return hasSameName(line, part);
}

const hasSameName = ({ nameKey }: Line, part: KnownPart): boolean =>
  nameKey === part.nameKey || nameKey === part.aliasKey;

const newPart = (line: Line): KnownPart => ({
  owner: line.owner,
  code: line.code,
  revision: line.revision,
  name: line.isNamed ? line.name : '',
  nameKey: line.nameKey,
  aliasKey: '',
  ...sizeOf(line),
  geometry: line.geometry,
  scale: line.scale,
  fingerprint: line.fingerprint,
  volumeMm3: line.fingerprint?.volumeMm3 ?? null,
  version: 1,
});

const sizeOf = ({ edges: [longMm, middleMm, shortMm] }: Line) => ({ longMm, middleMm, shortMm });

/** Adds the line's data to the part; returns whether the part changed. */
function updateFromLine(part: KnownPart, line: Line): boolean {
  const before = JSON.stringify(part);
  Object.assign(part, sizeOf(line));
  if (part.code === '' && part.version === 1)
    Object.assign(part, { code: line.code, revision: line.revision });
  if (part.geometry === null) Object.assign(part, { geometry: line.geometry, scale: line.scale });
  if (part.fingerprint === null && line.fingerprint)
    Object.assign(part, { fingerprint: line.fingerprint, volumeMm3: line.fingerprint.volumeMm3 });
  return JSON.stringify(part) !== before;
}

/** Inserts the parts that have no id yet, and sets their ids. */
async function insertParts(tx: Db, all: readonly KnownPart[]): Promise<void> {
  const added = [...new Set(all)].filter(({ id }) => id === undefined);
  if (added.length === 0) return;
  const rows = await tx.insert(parts).values(added).returning({ id: parts.id });
  for (const [index, part] of added.entries()) part.id = rows[index]?.id;
}

const isStored = (part: KnownPart): part is KnownPart & { id: number } => part.id !== undefined;

function idOf({ id }: KnownPart): number {
  if (id === undefined) throw new Error('a part was not added');
  return id;
}

/** Stores the time of each part's latest line, by which the library of all customers is sorted. */
async function updateLastAt(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    update part set last_at = latest.at
    from (
      select affected.id, max(line.made_at) as at
      from (select distinct unnest(${sql.param([...ids])}::int[]) as id) as affected
      left join part_line line on line.part_id = affected.id
      group by affected.id
    ) as latest
    where part.id = latest.id and part.last_at is distinct from latest.at`);
}

/** Removes parts that have no line and were not edited. */
async function removeUnused(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .delete(parts)
    .where(
      and(
        inArray(parts.id, [...new Set(ids)]),
        eq(parts.version, 1),
        sql`not exists (select from part_line where part_line.part_id = ${parts.id})`,
      ),
    );
}
