import { and, desc, eq } from 'drizzle-orm';
import type { NamedPriceChange, PriceKind } from '#contract/prices/price-changes.ts';
import { ENABLED } from '#contract/kernel/fields.ts';
import { recordFigureTexts } from '#contract/prices/record-figures.ts';
import { RULE_FIGURES, ruleFigureLabels, withoutModelLabels } from '#domain/charges/charge-rule.ts';
import { timeText } from '#domain/shanghai-time.ts';
import type { Db } from '#server/db/database.ts';
import { countUpTo, withinTimes } from '#server/db/list-query.ts';
import { materials, priceHistory, priceDrafts, users } from '#server/db/schema.ts';
import { assertExportable, MAX_EXPORT_ROWS } from '#server/tables/table-file.ts';
import type { Cell } from '#server/tables/workbook.ts';
import type { Caller } from '#server/modules/access/caller.ts';
import { parsePriceChange, isFromCopy, isRollBack } from '#server/modules/catalogue/price-history.service.ts';
import { withNames } from './changes/current-prices.ts';
import { isVisibleTo } from './changes/price-access.ts';

const headers = [
  '时间',
  '价目版本',
  '修改人',
  '方式',
  '原因',
  '类别',
  '所属',
  '名称',
  '原价（元）',
  '新价（元）',
  '原天数',
  '新天数',
  '其他',
];
const kinds = {
  cell: '工艺价格',
  machining: '加工基价',
  charge: '附加费',
  material: '材料',
  lead: '交期档位',
} as const satisfies Record<PriceKind, string>;

/** The visible price changes as rows of a sheet, newest first. Throws `request.invalid` for too many changes. */
export async function sheetOfHistory(
  db: Db,
  caller: Caller,
  period: Parameters<typeof withinTimes>[1],
): Promise<Cell[][]> {
  const where = and(withinTimes(priceHistory.changedAt, period), isVisibleTo(caller));
  assertExportable(await countUpTo(db, priceHistory, where, MAX_EXPORT_ROWS + 1));
  const { key, before, after, revision, changedAt, undoes } = priceHistory;
  const rows = await db
    .select({
      key,
      before,
      after,
      revision,
      changedAt,
      undoes,
      copyTo: materials.name,
      userName: users.nickName,
      draft: { name: priceDrafts.name, reason: priceDrafts.reason, undoneAt: priceDrafts.undoneAt },
    })
    .from(priceHistory)
    .leftJoin(users, eq(users.userId, priceHistory.userId))
    .leftJoin(priceDrafts, eq(priceDrafts.id, priceHistory.draftId))
    .leftJoin(materials, isFromCopy)
    .where(where)
    .orderBy(desc(priceHistory.id));
  const namedChanges = await withNames(db, rows.map(parsePriceChange), new Map());
  return [
    headers,
    ...rows.map((row, index): Cell[] => {
      const change = namedChanges[index];
      return [
        timeText(row.changedAt),
        row.revision,
        row.userName ?? '',
        originText(row),
        row.draft?.reason ?? '',
        ...(change ? [kinds[change.kind], change.group, change.name, ...valuesOf(change)] : []),
      ];
    }),
  ];
}

function originText({
  draft,
  changedAt,
  undoes,
  copyTo,
}: {
  draft: { name: string; undoneAt: Date | null } | null;
  changedAt: Date;
  undoes: number | null;
  copyTo: string | null;
}): string {
  if (undoes !== null) return `回退版本 ${undoes}`;
  if (copyTo !== null) return `复制材料为“${copyTo}”`;
  if (!draft) return '直接修改';
  return `${isRollBack(changedAt, draft.undoneAt) ? '撤回' : '发布'}“${draft.name}”`;
}

/** The cells of prices, days and other figures, before and after. */
function valuesOf(change: NamedPriceChange): Cell[] {
  if (change.kind === 'cell')
    return [
      change.before?.price ?? null,
      change.after?.price ?? null,
      change.before?.time ?? null,
      change.after?.time ?? null,
      '',
    ];
  if (change.kind === 'machining') return [change.before, change.after, null, null, ''];
  if (change.kind === 'material')
    return [
      null,
      null,
      change.before?.deliveryTime ?? null,
      change.after?.deliveryTime ?? null,
      figuresText(change),
    ];
  if (change.kind === 'lead') return [null, null, null, null, figuresText(change)];
  const { before, after } = change;
  const changedFigures = RULE_FIGURES.filter(
    (figure) => figure !== 'amount' && (before?.[figure] ?? null) !== (after?.[figure] ?? null),
  );
  const texts = changedFigures.map(
    (figure) => `${ruleFigureLabels[figure]} ${before?.[figure] ?? '无'} → ${after?.[figure] ?? '无'}`,
  );
  const [from, to] = [before?.withoutModel ?? 'free', after?.withoutModel ?? 'free'];
  if (before && after && from !== to)
    texts.push(`没有模型 ${withoutModelLabels[from]} → ${withoutModelLabels[to]}`);
  if (before?.status !== after?.status) texts.push(`${statusText(before)} → ${statusText(after)}`);
  return [before?.amount ?? null, after?.amount ?? null, null, null, texts.join('；')];
}

/** The figures that differ, as in 加价 30% → 40%. */
function figuresText({ before, after }: Extract<NamedPriceChange, { kind: 'material' | 'lead' }>): string {
  const [from, to] = [before ? recordFigureTexts(before) : {}, after ? recordFigureTexts(after) : {}];
  return Object.keys({ ...from, ...to })
    .filter((name) => from[name] !== to[name])
    .map((name) => `${name} ${from[name] ?? '无'} → ${to[name] ?? '无'}`)
    .join('；');
}

const statusText = (figures: { status: number } | null) =>
  figures === null ? '无' : figures.status === ENABLED ? '启用' : '停用';
