import { eq } from 'drizzle-orm';
import type { ProcessSelections } from '#domain/pricing/types.ts';
import { processKey } from '#domain/process-tree/process-tree.ts';
import type { Db } from '#server/db/database.ts';
import { onlyRow } from '#server/db/only-row.ts';
import {
  chargeRules,
  defaultConfigs,
  reviewRules,
  leadClasses,
  machiningPrices,
  materialProcesses,
  materials,
  processes,
  stockSizes,
} from '#server/db/schema.ts';
import type { SampleProcess } from './sample-catalogue/process-nodes.ts';
import { sampleCatalogue } from './sample-catalogue/sample-catalogue.ts';

type Ids = Map<string, number>;

/** Inserts the sample catalogue, its prices marked 示例, with the time of the catalogue's first revision. */
export async function insertSampleCatalogue(db: Db, changedAt: Date): Promise<void> {
  const stamp = { createdAt: changedAt, updatedAt: changedAt };
  const materialIds: Ids = new Map();
  for (const { key, ...material } of sampleCatalogue.materials) {
    const { id } = onlyRow(
      await db
        .insert(materials)
        .values({ ...material, ...stamp })
        .returning({ id: materials.id }),
    );
    materialIds.set(key, id);
  }
  const processIds: Ids = new Map();
  for (const [index, root] of sampleCatalogue.processes.entries()) {
    await insertProcess(db, root, index, { stamp, materialIds, processIds });
  }
  await db.insert(materialProcesses).values(
    sampleCatalogue.prices.map(({ material, option, price, time }) => ({
      materialId: getId(materialIds, material),
      processId: getId(processIds, option),
      price,
      time,
    })),
  );
  await db.insert(machiningPrices).values(
    Object.entries(sampleCatalogue.machiningPrices).map(([materialTag, price]) => ({
      materialTag,
      price,
      ...stamp,
    })),
  );
  await db.insert(stockSizes).values(sampleCatalogue.stockSizes.map((size) => ({ ...size, ...stamp })));
  await db.insert(reviewRules).values(sampleCatalogue.reviewRules.map((rule) => ({ ...rule, ...stamp })));
  await db.insert(chargeRules).values(sampleCatalogue.chargeRules.map((rule) => ({ ...rule, ...stamp })));
  await db
    .insert(leadClasses)
    .values(sampleCatalogue.leadClasses.map((leadClass) => ({ ...leadClass, ...stamp })));
  await insertDefaultConfig(db, materialIds, processIds);
}

interface InsertContext {
  stamp: { createdAt: Date; updatedAt: Date };
  materialIds: Ids;
  processIds: Ids;
}

async function insertProcess(
  db: Db,
  node: SampleProcess,
  index: number,
  context: InsertContext,
  parent?: { id: number; rootId: number },
) {
  const { id } = onlyRow(
    await db
      .insert(processes)
      .values({
        parentId: parent?.id ?? 0,
        rootId: parent?.rootId ?? 0,
        name: node.name,
        sort: (index + 1) * 10,
        filterType: node.filterType,
        materialIds: node.materials.map((key) => getId(context.materialIds, key)),
        remark: node.remark ?? '',
        ...context.stamp,
      })
      .returning({ id: processes.id }),
  );
  if (!parent) await db.update(processes).set({ rootId: id }).where(eq(processes.id, id));
  context.processIds.set(node.key, id);
  for (const [index, child] of node.children.entries()) {
    await insertProcess(db, child, index, context, { id, rootId: parent?.rootId ?? id });
  }
}

async function insertDefaultConfig(db: Db, materialIds: Ids, processIds: Ids): Promise<void> {
  const { material, num, length, width, height, selections } = sampleCatalogue.defaultConfig;
  const chosen: ProcessSelections = {};
  for (const [process, option] of Object.entries(selections)) {
    chosen[processKey(getId(processIds, process))] = getId(processIds, option);
  }
  const item = { ...chosen, material: getId(materialIds, material), num, length, width, height };
  await db.insert(defaultConfigs).values({ scope: 'system', item });
}

function getId(ids: Ids, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`the sample catalogue refers to ${key}, which it does not have`);
  return id;
}
