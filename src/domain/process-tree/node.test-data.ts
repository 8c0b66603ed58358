import type { ProcessNode } from './types.ts';

/** A node that applies to every material; default: without children. */
export const node = (id: number, name: string, rest: Partial<ProcessNode> = {}): ProcessNode => ({
  id,
  name,
  filterType: 0,
  materialIds: [],
  children: [],
  ...rest,
});
