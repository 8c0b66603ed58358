import type { TopoDS_Shape } from 'replicad-opencascadejs';
import { ReadingError, type ReadingLimits } from '../model-reading.ts';
import { decodeText } from '../decode-text.ts';
import { noteOf } from '../notes.ts';
import { stepProducts, type StepProducts } from '../step/step-products.ts';
import { countFacesOfBodies, isBodyType, isSolidType, linkedTypes, stepNotes } from '../step/step-bodies.ts';
import { readStepLinks, type StepLinks } from '../step/step-links.ts';
import { readStepText } from '../step/step-text.ts';
import { stepUnit } from '../step/step-unit.ts';
import type { Occt } from './load.ts';
import type { ShapeReading } from './shape-reading.ts';
import { scoped, withFile, type FreeLater } from './scope.ts';
import { subshapes } from './solids.ts';

/** Reads STEP. Rejects files without bodies, and those with more instances than the limit, before the kernel reads them. */
export function readStep(
  oc: Occt,
  freeLater: FreeLater,
  bytes: Uint8Array,
  limits: ReadingLimits,
): ShapeReading {
  const text = readStepText(decodeText(bytes));
  if (!text.hasBrep) {
    if (text.isTessellated) throw new ReadingError('tessellated-only');
    throw new ReadingError(text.refersToFiles ? 'external-references' : 'no-body');
  }
  // Otherwise the assembly would be quoted with parts missing.
  if (text.refersToModels) throw new ReadingError('external-references');
  const products = stepProducts(text);
  if (products.instances > limits.maxSolids) throw new ReadingError('too-many-solids');
  const links = readStepLinks(bytes, linkedTypes);
  const reader = freeLater(new oc.STEPControl_Reader());
  const status = withFile(oc, withEnd(bytes, links), (path) => reader.ReadFile(path));
  if (status !== 'IFSelect_RetDone') throw new ReadingError('damaged');
  reader.TransferRoots();
  const shape = freeLater(reader.OneShape());
  if (shape.IsNull()) throw new ReadingError('no-body');
  const { names, notes } = readEntities(oc, freeLater, reader, { shape, links, products });
  return {
    shapes: [shape],
    unit: stepUnit(text),
    notes: [...stepNotes(links, products), ...notes],
    names,
  };
}

/**
 * Removes a byte order mark, which the kernel does not know, and appends a missing end. A file that lacks only its last line is
 * complete; a truncated one is read up to its last complete statement.
 */
function withEnd(bytes: Uint8Array, { hasDataEnd, hasEndMark, end }: StepLinks): Uint8Array {
  const start = bytes[0] === 0xef ? 3 : 0;
  if (hasEndMark) return bytes.subarray(start);
  const ending = new TextEncoder().encode(`${hasDataEnd ? '' : '\nENDSEC;'}\nEND-ISO-10303-21;\n`);
  const result = new Uint8Array(end - start + ending.length);
  result.set(bytes.subarray(start, end));
  result.set(ending, end - start);
  return result;
}

type Reader = InstanceType<Occt['STEPControl_Reader']>;

/** Types of the geometry and topology of bodies; errors in drawings and properties do not change a shape. */
const shapeType =
  /^(?:CARTESIAN_POINT|DIRECTION|VECTOR|AXIS[12]_PLACEMENT(?:_[23]D)?|LINE|CIRCLE|ELLIPSE|HYPERBOLA|PARABOLA|POLYLINE|PCURVE|PLANE|\w*(?:_CURVE|_SURFACE|_EDGE|_LOOP|_SHELL|_FACE|_BOUND|_BREP|_WITH_KNOTS|_POINT)|FACE_OUTER_BOUND|BREP_WITH_VOIDS|SHELL_BASED_SURFACE_MODEL|SURFACE_OF_\w+|ITEM_DEFINED_TRANSFORMATION)$/;

/**
 * Finds the named solids, and notes what the kernel did not read. Transferring a body again returns the same shape, which
 * identifies its instances.
 */
function readEntities(
  oc: Occt,
  freeLater: FreeLater,
  reader: Reader,
  { shape, links, products }: { shape: TopoDS_Shape; links: StepLinks; products: StepProducts },
): Pick<ShapeReading, 'names' | 'notes'> {
  const named: { solid: TopoDS_Shape; name: string }[] = [];
  const facesInFile = countFacesOfBodies(links);
  let [bodiesNotRead, openBodies, facesNotRead, wrongEntities] = [0, 0, 0, 0];
  scoped((freeHere) => {
    const { TopAbs_SOLID, TopAbs_FACE } = oc.TopAbs_ShapeEnum;
    const solids = subshapes(oc, freeHere, shape, TopAbs_SOLID);
    const hasSolids = solids.length > 0;
    const readFaces = [
      ...solids.flatMap((solid) => subshapes(oc, freeHere, solid, TopAbs_FACE).slice(0, 1)),
      ...subshapes(oc, freeHere, shape, TopAbs_FACE, TopAbs_SOLID),
    ];
    const model = freeHere(reader.StepModel());
    for (let number = 1; number <= model.NbEntities(); number++) {
      const entity = model.Value(number);
      const type = model.TypeName(entity, false);
      if (model.IsErrorEntity(number) && shapeType.test(type)) wrongEntities++;
      if (isBodyType(type)) {
        const id = model.IdentLabel(entity);
        const body = isTransferred(reader, entity) ? freeLater(reader.Shape(reader.NbShapes())) : undefined;
        const faces = body ? subshapes(oc, freeHere, body, TopAbs_FACE) : [];
        const [first] = faces;
        if (body && first && readFaces.some((face) => face.IsPartner(first))) {
          facesNotRead += Math.max(0, (facesInFile.get(id) ?? 0) - faces.length);
          const isOpen = isSolidType(type) && subshapes(oc, freeHere, body, TopAbs_SOLID).length === 0;
          // Without any solid, loose faces are sewn, and those that stay open become an open body.
          if (isOpen && hasSolids) openBodies++;
          const name = products.names.get(id);
          if (name !== undefined) named.push({ solid: body, name });
        } else bodiesNotRead++;
      }
      entity.delete();
    }
  });
  const notes = [
    ...noteOf('bodies-not-read', bodiesNotRead),
    ...noteOf('open-bodies', openBodies),
    ...noteOf('faces-not-read', facesNotRead),
    ...noteOf('wrong-entities', wrongEntities),
  ];
  return { names: named, notes };
}

/** The kernel throws if an earlier transfer of the entity has failed. */
function isTransferred(reader: Reader, entity: Parameters<Reader['TransferEntity']>[0]): boolean {
  try {
    return reader.TransferEntity(entity);
  } catch {
    return false;
  }
}
