import type { Material } from '#contract/catalogue/material-list.ts';
import type { ProcessTreeNode } from '#contract/catalogue/process-tree.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';

interface Listed<T> {
  list: (T | { id: number; deletedAt: string })[];
  maxUpdatedAt: string;
}

/** A client's copy of the catalogue, updated by increments. */
export interface CatalogueMirror {
  materials: Map<number, Material>;
  roots: Map<number, ProcessTreeNode>;
  /** Fetches the changes and returns the ids of changed materials and roots. */
  update(): Promise<{ materials: number[]; roots: number[] }>;
}

export async function createMirror(app: TestApp): Promise<CatalogueMirror> {
  const materials = new Map<number, Material>();
  const roots = new Map<number, ProcessTreeNode>();
  const marks = { '/material': '', '/process/tree': '' };

  async function bringUp<T extends { id: number }>(path: keyof typeof marks, kept: Map<number, T>) {
    const since = marks[path] === '' ? '' : `&maxUpdatedAt=${encodeURIComponent(marks[path])}`;
    const answer = await app.send('GET', `${path}?pageSize=1000${since}`, { as: 'demo' });
    const { list, maxUpdatedAt } = answer.data as Listed<T>;
    for (const row of list) {
      if ('deletedAt' in row) kept.delete(row.id);
      else kept.set(row.id, row);
    }
    marks[path] = maxUpdatedAt;
    return list.map((row) => row.id);
  }

  const update = async () => ({
    materials: await bringUp('/material', materials),
    roots: await bringUp('/process/tree', roots),
  });
  await update();
  return { materials, roots, update };
}
