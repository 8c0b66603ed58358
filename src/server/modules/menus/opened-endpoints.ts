import { listEndpoints } from '#contract/endpoints.ts';
import type { Menu } from '#contract/people/menus.ts';

const byPermission = new Map<string, Menu['sysApi']>();
for (const [index, { endpoint }] of listEndpoints().entries()) {
  const { permission, method, path, summary } = endpoint;
  const opened = byPermission.get(permission) ?? [];
  opened.push({ id: index + 1, method, path, title: summary, action: method, type: 'BUS' });
  byPermission.set(permission, opened);
}

/** The endpoints that a permission code allows, read from the contract; none for an empty code. */
export function endpointsOf(permission: string): Menu['sysApi'] {
  return permission === '' ? [] : (byPermission.get(permission) ?? []);
}
