import type { TopoDS_Shape } from 'replicad-opencascadejs';
import { ReadingError, type LengthUnit, type ReadingLimits, type ReadingNote } from '../model-reading.ts';
import { stepProducts, type StepProducts } from '../step/step-products.ts';
import { readStepText, solidTypes } from '../step/step-text.ts';
import { stepUnit } from '../step/step-unit.ts';
import type { Occt } from './load.ts';
import { scoped, type Own } from './scope.ts';

/** What the kernel made of a file, in mm, owned by the caller's scope. */
export interface ReadShape {
  /** One or more independent shapes: loose faces of different shapes belong to different bodies. */
  shapes: readonly TopoDS_Shape[];
  unit?: LengthUnit;
  /** Names of solids by their shapes in the definition, without the place in an assembly. */
  names: readonly { solid: TopoDS_Shape; name: string }[];
  notes: readonly ReadingNote[];
}

/** Reads STEP. Fails before the kernel sees a file without bodies or with more instances than the limit. */
export function readStep(oc: Occt, own: Own, bytes: Uint8Array, limits: ReadingLimits): ReadShape {
  const text = readStepText(decode(bytes));
  if (!text.hasBrep) {
    if (text.isTessellated) throw new ReadingError('tessellated-only');
    throw new ReadingError(text.refersToFiles ? 'external-references' : 'no-body');
  }
  // Without them the assembly would be quoted with parts missing.
  if (text.refersToModels) throw new ReadingError('external-references');
  const products = stepProducts(text);
  if (products.instances > limits.maxSolids) throw new ReadingError('too-many-solids');
  const reader = own(new oc.STEPControl_Reader());
  readFile(oc, bytes, (path) => reader.ReadFile(path));
  reader.TransferRoots();
  const shape = own(reader.OneShape());
  if (shape.IsNull()) throw new ReadingError('no-body');
  return { shapes: [shape], unit: stepUnit(text), notes: [], names: solidNames(oc, own, reader, products) };
}

/** Kernel functions read files: the bytes stand in the kernel's own file system meanwhile. */
export function readFile(oc: Occt, bytes: Uint8Array, read: (path: string) => string): void {
  oc.FS.writeFile('/model', bytes);
  try {
    if (read('/model') !== 'IFSelect_RetDone') throw new ReadingError('damaged');
  } finally {
    oc.FS.unlink('/model');
  }
}

/** Chinese CAD systems write GBK or UTF-8 into strings, where the standard wants escapes. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** A second transfer of a solid returns the shape of the first, by which its instances are recognised. */
function solidNames(
  oc: Occt,
  own: Own,
  reader: InstanceType<Occt['STEPControl_Reader']>,
  { names }: StepProducts,
): ReadShape['names'] {
  if (names.size === 0) return [];
  const found: { solid: TopoDS_Shape; name: string }[] = [];
  scoped((ownHere) => {
    const model = ownHere(reader.StepModel());
    for (let number = 1; number <= model.NbEntities(); number++) {
      const entity = model.Value(number);
      const isSolid = solidTypes.some((type) => type === model.TypeName(entity, false));
      const name = isSolid ? names.get(model.IdentLabel(entity)) : undefined;
      if (name !== undefined && reader.TransferEntity(entity)) {
        found.push({ solid: own(reader.Shape(reader.NbShapes())), name });
      }
      entity.delete();
    }
  });
  return found;
}
