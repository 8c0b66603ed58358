import { bodyName } from '../body-name.ts';
import { referencesIn, solidTypes, stringsIn, type StepEntity, type StepText } from './step-text.ts';

/** The products of a STEP file and their use in assemblies. */
export interface StepProducts {
  /** Names of solids by their entity numbers. */
  names: ReadonlyMap<number, string>;
  /** Number of solids in the assembly, repeated ones included; Infinity for an assembly that contains itself. */
  instances: number;
  /** Entity numbers of the solids that belong to a product. */
  solids: ReadonlySet<number>;
}

const isSolid = ({ type }: StepEntity): boolean => solidTypes.some((solidType) => solidType === type);

export function stepProducts({ entities }: StepText): StepProducts {
  const representations = solidsOfRepresentations(entities);
  const solidsByDefinition = new Map<number, number[]>();
  const productSolids = new Set<number>();
  for (const { type, parameters } of entities.values()) {
    if (type !== 'SHAPE_DEFINITION_REPRESENTATION') continue;
    const [shape = 0, representation = 0] = referencesIn(parameters);
    // Includes solids of a product whose definition has another type.
    for (const solid of representations.get(representation) ?? []) productSolids.add(solid);
    const [definition] = referencesIn(entities.get(shape)?.parameters ?? '');
    if (definition === undefined || !entities.get(definition)?.type.startsWith('PRODUCT_DEFINITION'))
      continue;
    solidsByDefinition.set(definition, [
      ...(solidsByDefinition.get(definition) ?? []),
      ...(representations.get(representation) ?? []),
    ]);
  }
  return {
    names: namesOf(entities, solidsByDefinition),
    instances: countInstances(entities, solidsByDefinition),
    solids: productSolids,
  };
}

/** Solids of each representation and of those that a plain relationship declares equivalent. */
function solidsOfRepresentations(entities: StepText['entities']): Map<number, number[]> {
  const ownSolids = new Map<number, number[]>();
  const equivalents = new Map<number, number[]>();
  const relate = (a: number, b: number) => equivalents.set(a, [...(equivalents.get(a) ?? []), b]);
  for (const [id, { type, parameters }] of entities) {
    if (type.endsWith('SHAPE_REPRESENTATION')) {
      ownSolids.set(
        id,
        referencesIn(parameters).filter((item) => isSolid(entities.get(item) ?? NO_ENTITY)),
      );
    }
    const [a, b] = type === 'SHAPE_REPRESENTATION_RELATIONSHIP' ? referencesIn(parameters) : [];
    if (a !== undefined && b !== undefined) {
      relate(a, b);
      relate(b, a);
    }
  }
  const allSolids = new Map<number, number[]>();
  for (const id of ownSolids.keys()) {
    const group = new Set([id]);
    for (const member of group) for (const other of equivalents.get(member) ?? []) group.add(other);
    allSolids.set(
      id,
      [...group].flatMap((member) => ownSolids.get(member) ?? []),
    );
  }
  return allSolids;
}

const NO_ENTITY: StepEntity = { type: '', parameters: '' };

function namesOf(entities: StepText['entities'], solids: ReadonlyMap<number, number[]>): Map<number, string> {
  const names = new Map<number, string>();
  for (const [definition, members] of solids) {
    const product = productName(entities, definition);
    for (const solid of members) {
      const solidName = bodyName(stringsIn(entities.get(solid)?.parameters ?? '')[0]);
      const name =
        members.length > 1 ? [product, solidName].filter(Boolean).join(' · ') : (product ?? solidName);
      if (name) names.set(solid, name);
    }
  }
  return names;
}

function productName(entities: StepText['entities'], definition: number): string | undefined {
  const [formation = 0] = referencesIn(entities.get(definition)?.parameters ?? '');
  const [product = 0] = referencesIn(entities.get(formation)?.parameters ?? '');
  const entity = entities.get(product);
  if (entity?.type !== 'PRODUCT') return undefined;
  const [id, name] = stringsIn(entity.parameters);
  return bodyName(name) ?? bodyName(id);
}

/** Counts without expanding: a small file may contain billions of nested instances. */
function countInstances(entities: StepText['entities'], solids: ReadonlyMap<number, number[]>): number {
  const children = new Map<number, number[]>();
  const used = new Set<number>();
  for (const { type, parameters } of entities.values()) {
    if (type !== 'NEXT_ASSEMBLY_USAGE_OCCURRENCE') continue;
    const [parent = 0, child = 0] = referencesIn(parameters);
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
