import { bodyName } from '../body-name.ts';
import { references, solidTypes, strings, type StepEntity, type StepText } from './step-text.ts';

/** The products of a STEP file and their use in assemblies. */
export interface StepProducts {
  /** Names of solids by the number of their entity. */
  names: ReadonlyMap<number, string>;
  /** Number of solids in the assembly, repeated ones included; Infinity for an assembly that contains itself. */
  instances: number;
  /** Numbers of the solids that belong to a product. */
  solids: ReadonlySet<number>;
}

const isSolid = ({ type }: StepEntity): boolean => solidTypes.some((one) => one === type);

export function stepProducts({ entities }: StepText): StepProducts {
  const representations = solidsOfRepresentations(entities);
  const solids = new Map<number, number[]>();
  const ofProducts = new Set<number>();
  for (const { type, parameters } of entities.values()) {
    if (type !== 'SHAPE_DEFINITION_REPRESENTATION') continue;
    const [shape = 0, representation = 0] = references(parameters);
    // Even for a product whose definition has another type.
    for (const solid of representations.get(representation) ?? []) ofProducts.add(solid);
    const [definition] = references(entities.get(shape)?.parameters ?? '');
    if (definition === undefined || !entities.get(definition)?.type.startsWith('PRODUCT_DEFINITION'))
      continue;
    solids.set(definition, [
      ...(solids.get(definition) ?? []),
      ...(representations.get(representation) ?? []),
    ]);
  }
  return {
    names: namesOf(entities, solids),
    instances: countInstances(entities, solids),
    solids: ofProducts,
  };
}

/** Solids of each representation and of those that a plain relationship declares equivalent. */
function solidsOfRepresentations(entities: StepText['entities']): Map<number, number[]> {
  const own = new Map<number, number[]>();
  const equals = new Map<number, number[]>();
  const relate = (a: number, b: number) => equals.set(a, [...(equals.get(a) ?? []), b]);
  for (const [id, { type, parameters }] of entities) {
    if (type.endsWith('SHAPE_REPRESENTATION')) {
      own.set(
        id,
        references(parameters).filter((item) => isSolid(entities.get(item) ?? NO_ENTITY)),
      );
    }
    const [a, b] = type === 'SHAPE_REPRESENTATION_RELATIONSHIP' ? references(parameters) : [];
    if (a !== undefined && b !== undefined) {
      relate(a, b);
      relate(b, a);
    }
  }
  const all = new Map<number, number[]>();
  for (const id of own.keys()) {
    const group = new Set([id]);
    for (const one of group) for (const other of equals.get(one) ?? []) group.add(other);
    all.set(
      id,
      [...group].flatMap((one) => own.get(one) ?? []),
    );
  }
  return all;
}

const NO_ENTITY: StepEntity = { type: '', parameters: '' };

function namesOf(entities: StepText['entities'], solids: ReadonlyMap<number, number[]>): Map<number, string> {
  const names = new Map<number, string>();
  for (const [definition, members] of solids) {
    const product = productName(entities, definition);
    for (const solid of members) {
      const own = bodyName(strings(entities.get(solid)?.parameters ?? '')[0]);
      const name = members.length > 1 ? [product, own].filter(Boolean).join(' · ') : (product ?? own);
      if (name) names.set(solid, name);
    }
  }
  return names;
}

function productName(entities: StepText['entities'], definition: number): string | undefined {
  const [formation = 0] = references(entities.get(definition)?.parameters ?? '');
  const [product = 0] = references(entities.get(formation)?.parameters ?? '');
  const entity = entities.get(product);
  if (entity?.type !== 'PRODUCT') return undefined;
  const [id, name] = strings(entity.parameters);
  return bodyName(name) ?? bodyName(id);
}

/** Counts without expanding: a small file may contain billions of nested instances. */
function countInstances(entities: StepText['entities'], solids: ReadonlyMap<number, number[]>): number {
  const children = new Map<number, number[]>();
  const used = new Set<number>();
  for (const { type, parameters } of entities.values()) {
    if (type !== 'NEXT_ASSEMBLY_USAGE_OCCURRENCE') continue;
    const [parent = 0, child = 0] = references(parameters);
    children.set(parent, [...(children.get(parent) ?? []), child]);
    used.add(child);
  }
  const counts = new Map<number, number>();
  const count = (definition: number): number => {
    const cached = counts.get(definition);
    if (cached !== undefined) return cached;
    counts.set(definition, Infinity);
    let sum = solids.get(definition)?.length ?? 0;
    for (const child of children.get(definition) ?? []) sum += count(child);
    counts.set(definition, sum);
    return sum;
  };
  const definitions = new Set([...solids.keys(), ...children.keys()]);
  const roots = [...definitions].filter((definition) => !used.has(definition));
  if (roots.length === 0 && definitions.size > 0) return Infinity;
  return roots.reduce((sum, root) => sum + count(root), 0);
}
