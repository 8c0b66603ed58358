import { useInvalidate } from '@refinedev/core';
import type { Endpoint } from '#contract/endpoint.ts';
import { call } from '#providers/http.ts';
import { notify } from '#providers/notification.ts';
import { CallError, type LooseOptions } from '#providers/result.ts';
import { shiftedPlaces, type TreeRow } from '../components/tree.ts';
import type { TreeRecord } from '../kinds/tree-query.ts';
import type { Resource } from './define-resource.ts';
import { useRefresh } from './use-refresh.ts';

/** Moves a record one place up or down among its siblings and saves that; `order` is the property of the place. */
export function useReorder(resource: Resource, order: string) {
  const invalidate = useInvalidate();
  const refresh = useRefresh(resource);
  const { update } = resource.endpoints;

  /** The outcome is told once, however many siblings got another number. */
  async function save(record: TreeRecord, sort: number): Promise<boolean> {
    if (!update) return false;
    const writable = resource.form.map((name) => [name, record[name]]);
    const options: LooseOptions = {
      params: { id: record[resource.id] },
      body: { ...Object.fromEntries(writable), [order]: sort, version: record['version'] },
      quiet: true,
    };
    // The endpoint is known at run time only, so its types are not.
    const result = await call<Endpoint>(update, options as Parameters<typeof call<Endpoint>>[1]);
    if (!result.ok) notify({ type: 'error', message: result.msg });
    return result.ok;
  }

  return async ({ id, siblings }: TreeRow<TreeRecord>, step: -1 | 1): Promise<void> => {
    const places = siblings.map((one) => ({ id: Number(one[resource.id]), sort: Number(one[order]) }));
    const changes = shiftedPlaces(places, id, step);
    if (changes.length === 0) return;
    try {
      for (const change of changes) {
        const record = siblings.find((one) => one[resource.id] === change.id);
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
