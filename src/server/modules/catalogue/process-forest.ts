import type { ProcessRecord, ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import type { FilterType } from '#domain/process-tree/types.ts';
import type { processes } from '#server/db/schema.ts';
import { linkChildren } from '#server/db/tree.ts';
import type { CatalogueViewer } from './catalogue-viewer.ts';

type ProcessRow = typeof processes.$inferSelect;

const isFilterType = (value: number): value is FilterType => value === 0 || value === 1 || value === 2;

/** A node in the wire format, without its children. */
export function toProcessRecord(row: ProcessRow, { isEditor }: CatalogueViewer): ProcessRecord {
  const { id, parentId, name, sort, filterType, materialIds, remark, version, updatedAt } = row;
  if (!isFilterType(filterType)) throw new RangeError(`process ${id} has filter type ${filterType}`);
  return {
    id,
    parentId,
    name,
    sort,
    filterType,
    materialIds,
    remark,
    staffNote: isEditor ? row.staffNote : '',
    version,
    updatedAt: updatedAt.toISOString(),
  };
}

/** Builds trees from rows in display order; omits rows without their parent. */
export function buildForest(rows: readonly ProcessRow[], viewer: CatalogueViewer): ProcessTreeNode[] {
  const nodes = new Map(
    rows.map((row): [number, ProcessTreeNode] => [row.id, { ...toProcessRecord(row, viewer), children: [] }]),
  );
  return linkChildren(nodes);
}

/** The nodes with these ids, their ancestors and their descendants; undefined when the tree contains none of them. */
export function narrowTree(tree: ProcessTreeNode, ids: ReadonlySet<number>): ProcessTreeNode | undefined {
  if (ids.has(tree.id)) return tree;
  const children = tree.children.flatMap((child) => narrowTree(child, ids) ?? []);
  return children.length > 0 ? { ...tree, children } : undefined;
}
