import { priceKey, recordIdOf, type ChangeOf } from '#contract/prices/price-changes.ts';
import type { Db } from '#server/db/database.ts';
import type { DraftChange } from '#server/db/schema.ts';
import { readCompanyNames } from '#server/modules/catalogue/companies.service.ts';
import { listAgreedPrices } from '#server/modules/catalogue/machining-prices.service.ts';
import { readTagLabels } from '#server/modules/catalogue/material-tags.ts';
import { readRecordFigures } from './record-figures.ts';
import { namesOf } from './price-grid.ts';
import { readDeletedNames, readGrid } from './price-table.queries.ts';

export interface PriceName {
  /** Material, company or 加工基价; for a record its kind, such as 附加费. */
  group: string;
  /** Option, tag or record. */
  name: string;
  /** What was deleted, for example 材料“AL6061”已删除; empty if nothing was. */
  deletedText: string;
}

/** Names the material, company or record of each price, by key; for a deleted one, by the name that it had. */
export async function readPriceNames(
  tx: Db,
  changes: readonly DraftChange[],
): Promise<ReadonlyMap<string, PriceName>> {
  const cells = changes.filter((change) => change.kind === 'cell');
  const machining = changes.filter((change) => change.kind === 'machining');
  const cellName = await readCellNamer(tx, cells);
  const machiningName = await readMachiningNamer(tx, machining);
  return new Map([
    ...cells.map((change) => [priceKey(change), cellName(change)] as const),
    ...machining.map((change) => [priceKey(change), machiningName(change)] as const),
    ...(await readRecordNames(tx, changes)),
  ]);
}

const deletedText = (noun: string, name: string | undefined) =>
  name === undefined ? `${noun}已删除` : `${noun}“${name}”已删除`;

async function readCellNamer(tx: Db, changes: readonly ChangeOf<'cell'>[]) {
  const grid = await readGrid(tx);
  const deleted = await readDeletedNames(tx, changes, grid);
  const nameOf = namesOf(grid);
  return (change: ChangeOf<'cell'>): PriceName => {
    const { material, option } = nameOf(change);
    const lastMaterial = material ?? deleted.materials.get(change.materialId);
    const lastOption = option ?? deleted.options.get(change.optionId);
    return {
      group: lastMaterial ?? '已删除的材料',
      name: lastOption ?? '已删除的选项',
      deletedText:
        material === undefined
          ? deletedText('材料', lastMaterial)
          : option === undefined
            ? deletedText('工艺选项', lastOption)
            : '',
    };
  };
}

async function readMachiningNamer(tx: Db, changes: readonly ChangeOf<'machining'>[]) {
  const deptIds = [...new Set(changes.map(({ deptId }) => deptId))];
  const [labels, pastLabels] = [await readTagLabels(tx), await readTagLabels(tx, 'deleted')];
  const companies = await readCompanyNames(tx, deptIds);
  const pastCompanies = await readCompanyNames(tx, deptIds, 'deleted');
  // Existing prices may have a deleted tag.
  const pricedTags = new Map<number, Set<string>>();
  for (const deptId of deptIds)
    pricedTags.set(
      deptId,
      new Set((await listAgreedPrices(tx, deptId)).map(({ materialTag }) => materialTag)),
    );
  return ({ deptId, materialTag }: ChangeOf<'machining'>): PriceName => {
    // Department 0 stands for the system's prices.
    const company = deptId === 0 ? '加工基价' : pastCompanies.get(deptId);
    const name = pastLabels.get(materialTag) ?? materialTag;
    const isTagDeleted = !labels.has(materialTag) && !pricedTags.get(deptId)?.has(materialTag);
    const isCompanyDeleted = deptId !== 0 && !companies.has(deptId);
    return {
      group: company ?? '已删除的公司',
      name,
      deletedText: isCompanyDeleted
        ? deletedText('公司', company)
        : isTagDeleted
          ? deletedText('材料分类', name)
          : '',
    };
  };
}

async function readRecordNames(tx: Db, changes: readonly DraftChange[]) {
  const kinds = await readRecordFigures(tx, changes);
  return kinds.flatMap(({ records: { group, noun }, changes: kindChanges, recordsById }) =>
    kindChanges.map((change): [string, PriceName] => {
      const record = recordsById.get(recordIdOf(change));
      const text = record?.isDeleted === false ? '' : deletedText(noun, record?.name);
      return [priceKey(change), { group, name: record?.name ?? `已删除的${noun}`, deletedText: text }];
    }),
  );
}
