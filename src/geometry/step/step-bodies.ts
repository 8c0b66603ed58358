import type { ReadingNote } from '../model-reading.ts';
import { noteOf } from '../notes.ts';
import type { StepProducts } from './step-products.ts';
import { solidTypes } from './step-text.ts';
import type { LinkedEntity, StepLinks } from './step-links.ts';

const bodyTypes = [...solidTypes, 'SHELL_BASED_SURFACE_MODEL'] as const;
const faceTypes = ['ADVANCED_FACE', 'FACE_SURFACE'] as const;
const shellTypes = ['CLOSED_SHELL', 'OPEN_SHELL', 'ORIENTED_CLOSED_SHELL'] as const;
const shapeTypes = [...bodyTypes, ...shellTypes];
const triangleTypes = ['TESSELLATED_SOLID', 'TESSELLATED_SHELL'] as const;
/** Types that link invisible items to their bodies. */
const hidingTypes = [
  'INVISIBILITY',
  'STYLED_ITEM',
  'OVER_RIDING_STYLED_ITEM',
  'CONTEXT_DEPENDENT_OVER_RIDING_STYLED_ITEM',
  'PRESENTATION_LAYER_ASSIGNMENT',
  'MAPPED_ITEM',
  'REPRESENTATION_MAP',
  'SHAPE_REPRESENTATION',
  'ADVANCED_BREP_SHAPE_REPRESENTATION',
  'FACETED_BREP_SHAPE_REPRESENTATION',
  'MANIFOLD_SURFACE_SHAPE_REPRESENTATION',
] as const;
const placementTypes = [
  'NEXT_ASSEMBLY_USAGE_OCCURRENCE',
  'CONTEXT_DEPENDENT_SHAPE_REPRESENTATION',
  'PRODUCT_DEFINITION_SHAPE',
  'SHAPE_DEFINITION_REPRESENTATION',
] as const;

/** Entity types whose references are read. */
export const linkedTypes: ReadonlySet<string> = new Set([
  ...bodyTypes,
  ...faceTypes,
  ...shellTypes,
  ...triangleTypes,
  ...hidingTypes,
  ...placementTypes,
]);

const isOneOf = (types: readonly string[], entity: LinkedEntity | undefined): entity is LinkedEntity =>
  entity !== undefined && types.includes(entity.type);

/** Whether the kernel uses this type name for a closed body. */
export const isSolidType = (type: string): boolean => solidTypes.some((solidType) => solidType === type);

/** Whether the kernel uses this type name for a body. */
export const isBodyType = (type: string): boolean => bodyTypes.some((bodyType) => bodyType === type);

/** Number of faces of each body by the number of its entity. */
export function countFacesOfBodies({ entities }: StepLinks): Map<number, number> {
  const counts = new Map<number, number>();
  const countFaces = (id: number): number => {
    const entity = entities.get(id);
    if (!isOneOf([...faceTypes, ...shapeTypes], entity)) return 0;
    if (!shapeTypes.some((type) => type === entity.type)) return 1;
    const cached = counts.get(id);
    if (cached !== undefined) return cached;
    // Ends the recursion for a shell that refers to itself.
    counts.set(id, 0);
    const sum = [...new Set(entity.uses)].reduce((total, usedId) => total + countFaces(usedId), 0);
    counts.set(id, sum);
    return sum;
  };
  return new Map(
    [...entities].flatMap(([id, entity]) => (isOneOf(bodyTypes, entity) ? [[id, countFaces(id)]] : [])),
  );
}

/** Notes on what the text of a file lacks, hides, or contains in addition to exact bodies. */
export function stepNotes(links: StepLinks, products: Pick<StepProducts, 'names' | 'solids'>): ReadingNote[] {
  const hidden = findHiddenBodies(links);
  const hiddenNames = [...new Set(hidden.flatMap((id) => products.names.get(id) ?? []))];
  return [
    ...noteOf('missing-entities', links.missing),
    ...noteOf('double-entities', links.duplicates),
    ...noteOf('zero-bytes', links.zeroBytes),
    ...noteOf('cut-end', links.hasDataEnd ? 0 : 1),
    ...noteOf('loose-faces', countLooseFaces(links)),
    ...noteOf('places-unknown', countUnplaced(links, products)),
    ...noteOf('hidden-bodies', hidden.length, hiddenNames),
    ...noteOf('triangle-bodies', countTriangleBodies(links)),
  ];
}

/** Counts faces that belong to no used shell. */
function countLooseFaces({ entities, isUsed }: StepLinks): number {
  const inShells = new Set<number>();
  for (const [id, entity] of entities)
    if (isOneOf(shellTypes, entity) && isUsed(id)) for (const usedId of entity.uses) inShells.add(usedId);
  let loose = 0;
  for (const [id, entity] of entities) if (isOneOf(faceTypes, entity) && !inShells.has(id)) loose++;
  return loose;
}

function findHiddenBodies({ entities }: StepLinks): number[] {
  const hidden = new Set([...entities].flatMap(([id, { type }]) => (type === 'INVISIBILITY' ? [id] : [])));
  for (const id of hidden) {
    const entity = entities.get(id);
    if (isOneOf(hidingTypes, entity)) for (const usedId of entity.uses) hidden.add(usedId);
  }
  const isHidden = (id: number): boolean => hidden.has(id) && isOneOf(shellTypes, entities.get(id));
  return [...entities].flatMap(([id, entity]) =>
    isOneOf(bodyTypes, entity) && (hidden.has(id) || entity.uses.some(isHidden)) ? [id] : [],
  );
}

/** Counts bodies of triangles that refer to no exact body. */
function countTriangleBodies({ entities }: StepLinks): number {
  const refersToExactBody = (entity: LinkedEntity) =>
    entity.uses.some((usedId) => isOneOf(shapeTypes, entities.get(usedId)));
  return [...entities.values()].filter(
    (entity) => isOneOf(triangleTypes, entity) && !refersToExactBody(entity),
  ).length;
}

/** Counts parts and solids that have no position in an assembly; 0 for a file that positions them by mapped items. */
function countUnplaced({ entities }: StepLinks, { solids }: Pick<StepProducts, 'solids'>): number {
  const all = [...entities];
  const usages = all.filter(([, { type }]) => type === 'NEXT_ASSEMBLY_USAGE_OCCURRENCE');
  if (usages.length === 0 || all.some(([, { type }]) => type === 'MAPPED_ITEM')) return 0;
  const definedBy = (relation: string) =>
    new Set(
      all
        .flatMap(([, { type, uses }]) => (type === relation ? uses : []))
        .flatMap((id) => {
          const entity = entities.get(id);
          return entity?.type === 'PRODUCT_DEFINITION_SHAPE' ? entity.uses : [];
        }),
    );
  const placed = definedBy('CONTEXT_DEPENDENT_SHAPE_REPRESENTATION');
  const shaped = definedBy('SHAPE_DEFINITION_REPRESENTATION');
  const parts = usages.filter(([id, { uses }]) => shaped.has(uses[1] ?? 0) && !placed.has(id));
  const loose = all.filter(([id, entity]) => isOneOf(solidTypes, entity) && !solids.has(id));
  return parts.length + loose.length;
}
