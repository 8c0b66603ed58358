import type { Material } from '#contract/catalogue/material-list.ts';

type Choice = Pick<Material, 'id' | 'name' | 'materialTag'>;

export interface MaterialGroup {
  tag: string;
  materials: readonly Choice[];
}

/** The materials whose name contains the text, grouped by tag, in their order. */
export function materialGroups(materials: readonly Choice[], search: string): MaterialGroup[] {
  const wanted = search.trim().toLowerCase();
  const found = materials.filter(({ name }) => name.toLowerCase().includes(wanted));
  const tags = [...new Set(found.map(({ materialTag }) => materialTag))];
  return tags.map((tag) => ({ tag, materials: found.filter(({ materialTag }) => materialTag === tag) }));
}

/** The choice with all of these, or without them if all were chosen. */
export function toggled(chosen: readonly number[], ids: readonly number[]): number[] {
  const all = ids.every((id) => chosen.includes(id));
  const others = chosen.filter((id) => !ids.includes(id));
  return all ? others : [...others, ...ids];
}
