import { useInvalidate } from '@refinedev/core';
import { notify } from '#providers/notices.ts';
import { CallError } from '#providers/http/result.ts';
import { useCommand } from '../../calls/use-command.ts';
import { shiftedSortOrders, type TreeRow } from '../../components/tree/tree.ts';
import type { TreeRecord } from '../../field-types/tree/tree-query.ts';
import type { Resource } from '../define-resource.ts';
import { useRefresh } from '../use-refresh.ts';

/** Moves a record up or down among its siblings and saves the result. `sortField` holds the sort order. */
export function useReorder(resource: Resource, sortField: string) {
  const command = useCommand();
  const invalidate = useInvalidate();
  const refresh = useRefresh(resource);
  const { update } = resource.endpoints;

  /** Quiet, because success is reported once for all siblings. */
  async function save(record: TreeRecord, sort: number): Promise<boolean> {
    if (!update) return false;
    const writable = resource.form.map((name) => [name, record[name]]);
    const result = await command(update, {
      params: { id: record[resource.id] },
      body: { ...Object.fromEntries(writable), [sortField]: sort, version: record['version'] },
      quiet: true,
    });
    if (!result.ok) notify({ type: 'error', message: result.msg });
    return result.ok;
  }

  return async ({ id, siblings }: TreeRow<TreeRecord>, step: -1 | 1): Promise<void> => {
    const current = siblings.map((sibling) => ({
      id: Number(sibling[resource.id]),
      sort: Number(sibling[sortField]),
    }));
    const changes = shiftedSortOrders(current, id, step);
    if (changes.length === 0) return;
    try {
      for (const change of changes) {
        const record = siblings.find((sibling) => sibling[resource.id] === change.id);
        if (!record || !(await save(record, change.sort))) return;
      }
      notify({ type: 'success', message: '顺序已保存' });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify({ type: 'error', message: error.message });
    } finally {
      await invalidate({ resource: resource.name, invalidates: ['list', 'many', 'detail'] });
      await refresh();
    }
  };
}
