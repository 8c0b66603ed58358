import type { Material } from '#contract/catalogue/material-list.ts';

type Choice = Pick<Material, 'id' | 'name' | 'materialTag'>;

export interface MaterialGroup {
  tag: string;
  materials: readonly Choice[];
}

/** The materials with the text in their name, grouped by tag. */
export function materialGroups(materials: readonly Choice[], search: string): MaterialGroup[] {
  const searchText = search.trim().toLowerCase();
  const matching = materials.filter(({ name }) => name.toLowerCase().includes(searchText));
  const tags = [...new Set(matching.map(({ materialTag }) => materialTag))];
  return tags.map((tag) => ({ tag, materials: matching.filter(({ materialTag }) => materialTag === tag) }));
}

/** Adds all ids, or removes them if all are chosen. */
export function toggleAll(chosen: readonly number[], ids: readonly number[]): number[] {
  const areAllChosen = ids.every((id) => chosen.includes(id));
  const others = chosen.filter((id) => !ids.includes(id));
  return areAllChosen ? others : [...others, ...ids];
}
