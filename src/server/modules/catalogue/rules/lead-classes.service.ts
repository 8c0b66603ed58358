import { asc, eq, inArray } from 'drizzle-orm';
import {
  MAX_LEAD_CLASSES,
  MAX_ENABLED_LEAD_CLASSES,
  type leadClasses as endpoints,
  type LeadClassInput,
} from '#contract/catalogue/lead-classes.ts';
import { DISABLED, ENABLED } from '#contract/kernel/fields.ts';
import { leadFiguresOf, type LeadFigures } from '#contract/prices/record-figures.ts';
import { leadConflict } from '#domain/lead/lead-class.ts';
import { pick } from '#domain/pick.ts';
import type { Db } from '#server/db/database.ts';
import { contains } from '#server/db/list-query.ts';
import { storeOf, withWireTimes } from '#server/db/record-store.ts';
import { leadClasses, processes } from '#server/db/schema.ts';
import { AppError, fieldError } from '#server/http/app-error.ts';
import { withFigureHistory, type FigureRecords } from '../figure-records.ts';
import { listExistingOptions } from '../options.queries.ts';
import {
  assertNoJumps,
  percentEffect,
  withoutConfirmJumps,
  type YuanChange,
} from '../price-jumps.service.ts';
import { readNames } from '../names.ts';
import { assertBelowLimit } from './assert-below-limit.ts';
import { readLeadClasses } from './lead-classes.queries.ts';

const { id, name, factor, percent, sort, status, updatedAt } = leadClasses;

/** Lead classes with the names of their excluded options. Writes changes of figures to the price history. */
export const leadClassStore = withFigureHistory(
  storeOf<typeof endpoints>()({
    table: leadClasses,
    id,
    present: async (rows, db) => {
      const names = await readNames(
        db,
        processes,
        rows.flatMap(({ optionIds }) => optionIds),
      );
      return rows.map((row) => ({
        ...withWireTimes(row),
        optionNames: row.optionIds.map((option) => names.get(option) ?? '已删除的工艺选项'),
      }));
    },
    toColumns: withoutConfirmJumps,
    where: (query) => [
      contains(name, query.name),
      query.status === undefined ? undefined : eq(status, query.status),
    ],
    sortable: { id, name, factor, percent, sort, status, updatedAt },
    order: [asc(sort), asc(id)],
  }),
  'lead',
  leadFiguresOf,
);

type LeadOptions = Pick<LeadFigures, 'optionIds'>;

async function checkOptions(tx: Db, input: LeadOptions, before: LeadOptions | undefined): Promise<void> {
  const added = input.optionIds.filter((option) => !before?.optionIds.includes(option));
  const existing = await listExistingOptions(tx, added);
  if (added.some((option) => !existing.has(option)))
    throw fieldError('optionIds', '有工艺选项不存在或已删除，请重新选择');
}

/**
 * Throws when an enabled class is both faster and cheaper than another one, or equal to it. The caller must hold the
 * catalogue's lock.
 */
async function checkConflicts(
  tx: Db,
  input: Pick<LeadClassInput, 'name' | 'factor' | 'percent' | 'status'>,
  classId: number | undefined,
): Promise<void> {
  if (input.status !== ENABLED) return;
  const others = (await readLeadClasses(tx)).filter((other) => other.id !== classId);
  if (others.length >= MAX_ENABLED_LEAD_CLASSES)
    throw fieldError('status', `最多同时启用${MAX_ENABLED_LEAD_CLASSES}个档位，请先停用不用的`);
  const conflict = leadConflict(input, others);
  if (conflict !== undefined) throw fieldError('percent', conflict);
}

/** The price changes that may be jumps. Only deductions count: a fast class may well cost several times as much. */
function leadEffects(
  { id: classId, name: title }: { id: number; name: string },
  before: (Pick<LeadFigures, 'percent'> & { status: number }) | undefined,
  after: Pick<LeadFigures, 'percent'> & { status: number },
): YuanChange[] {
  const isUnchanged = before?.status === ENABLED && before.percent === after.percent;
  if (after.status !== ENABLED || after.percent >= 0 || isUnchanged) return [];
  return percentEffect(`lead/${classId}`, `${title}（加工费 100 元）`, after.percent);
}

/** Checks a class before it is saved. Throws `request.invalid`, and `price.jump` unless confirmed. */
export async function checkClass(
  tx: Db,
  { confirmJumps, ...input }: LeadClassInput & { confirmJumps?: boolean | undefined },
  classId: number | undefined,
): Promise<void> {
  const before = classId === undefined ? undefined : await leadClassStore.find(tx, classId);
  await checkOptions(tx, input, before);
  if (classId === undefined) await assertBelowLimit(tx, leadClasses, MAX_LEAD_CLASSES, '个档位');
  await checkConflicts(tx, input, classId);
  assertNoJumps(leadEffects({ id: classId ?? 0, name: input.name }, before, input), confirmJumps);
}

export const leadClassFigures: FigureRecords<LeadFigures> = {
  noun: '交期档位',
  group: '交期档位',
  permissions: { list: 'mfr:leadClass:list', edit: 'mfr:leadClass:edit' },
  async read(tx, ids) {
    if (ids.length === 0) return new Map();
    const rows = await tx
      .select()
      .from(leadClasses)
      .where(inArray(id, [...ids]));
    return new Map(
      rows.map((row) => [
        row.id,
        { name: row.name, figures: leadFiguresOf(row), isDeleted: row.deletedAt !== null },
      ]),
    );
  },
  effectsOf: (record, { id: classId, before, after }) =>
    leadEffects({ id: classId, name: record.name }, before, after),
  async change(tx, changes, by) {
    for (const { id: classId, after } of changes) {
      const before = await leadClassStore.find(tx, classId);
      if (!before) throw new AppError('request.invalid', { msg: `交期档位 ${classId} 已删除` });
      await checkOptions(tx, after, before);
      const record = pick(before, ['name', 'sort', 'remark', 'version']);
      await leadClassStore.update(tx, classId, { ...record, ...after }, by);
    }
    // Checks at the end: classes that change together may conflict in between.
    for (const { id: classId } of changes) {
      const saved = await leadClassStore.find(tx, classId);
      if (saved)
        await checkConflicts(
          tx,
          { ...saved, status: saved.status === ENABLED ? ENABLED : DISABLED },
          classId,
        );
    }
  },
};
