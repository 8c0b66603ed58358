import { AmbiguousName, type Lookup } from './record-import.ts';

interface Named {
  value: string | number;
  name: string;
}

/**
 * A lookup of names that ignores full-width forms and surrounding blanks. It also finds the values of a dictionary,
 * which exported lists contain.
 * @param none the value of an empty cell
 * @param byLastPart accepts the last part of a path where it is unambiguous
 */
export function nameLookup(
  named: readonly Named[],
  none: unknown,
  { byLastPart = false }: { byLastPart?: boolean } = {},
): Lookup {
  const entriesByName = new Map<string, Named[]>();
  for (const entry of named) {
    const name = plain(entry.name);
    const lastPart = name.slice(name.lastIndexOf('/') + 1);
    for (const key of new Set(byLastPart ? [name, lastPart] : [name])) {
      entriesByName.set(key, [...(entriesByName.get(key) ?? []), entry]);
    }
  }
  const names = new Map<unknown, string>(named.map(({ value, name }) => [value, name]));
  return {
    none,
    find: (name) => {
      const matches = entriesByName.get(plain(name)) ?? [];
      const exact = matches.filter((entry) => plain(entry.name) === plain(name));
      const [match, ...others] = exact.length > 0 ? exact : matches;
      if (others.length > 0) throw new AmbiguousName(`有多个“${name}”，无法确定是哪一个`);
      return (match ?? named.find(({ value }) => value === name.trim()))?.value;
    },
    isNamed: (value, name) => (entriesByName.get(plain(name)) ?? []).some((entry) => entry.value === value),
    nameOf: (value) => (value === none ? '' : (names.get(value) ?? String(value))),
  };
}

const plain = (name: string) => name.normalize('NFKC').trim();

/**
 * Names of a tree's nodes as paths: 表面处理/氧化.
 * @param nodes with 0 as the parent of roots
 */
export function treePaths(
  nodes: readonly { id: number; parentId: number; name: string }[],
): { value: number; name: string }[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return nodes.map(({ id }) => {
    const names: string[] = [];
    for (let node = byId.get(id); node && names.length < nodes.length; node = byId.get(node.parentId)) {
      names.unshift(node.name.trim());
    }
    return { value: id, name: names.join('/') };
  });
}
