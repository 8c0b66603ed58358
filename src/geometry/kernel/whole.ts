import type { TopoDS_Shape } from 'replicad-opencascadejs';
import type { Body, BodyMesh, ModelReading, Vector } from '../model-reading.ts';
import { at, boundsOf } from '../vectors.ts';
import { cornersOf, wholeMeasures, wholeMesh, type PlacedBody } from '../whole-measures.ts';
import type { Occt } from './load.ts';
import { addOuterFaces, boxEdges } from './measures.ts';
import { scoped } from './scope.ts';
import { subshapes, type Part } from './solids.ts';

/** A part of the file and the body read from it. */
export interface ReadPart {
  part: Part;
  body: Body;
  /** A face whose triangles are all farther than this inside the bounds cannot touch the box. */
  marginMm: number;
}

/** Three rows, each of three factors and a translation. */
type Placement = readonly number[];

/** All bodies in all their positions as one part; empty for a file with one body. */
export function wholeOf(oc: Occt, readParts: readonly ReadPart[]): Pick<ModelReading, 'whole' | 'wholeMesh'> {
  if (readParts.reduce((sum, { part }) => sum + part.instances.length, 0) < 2) return {};
  const placed = readParts.flatMap((readPart) => {
    const corners = cornersOf(readPart.body);
    return readPart.part.instances.map((instance) => {
      const placement = placementOf(oc, readPart.part.shape, instance);
      const body: PlacedBody = {
        body: readPart.body,
        corners: transformPoints(corners, placement),
        centreMm: transformPoints(readPart.body.measures.centreMm, placement) as unknown as Vector,
      };
      return { ...readPart, ...body, instance, placement };
    });
  });
  return {
    whole: wholeMeasures(placed, exactBox(oc, placed)),
    wholeMesh: wholeMesh(
      placed.map(({ body }) => body.mesh),
      (mesh, index) => transformMesh(mesh, placed[index]?.placement ?? []),
    ),
  };
}

/** The transformation from the measured position of a body to another one. */
function placementOf(oc: Occt, from: TopoDS_Shape, to: TopoDS_Shape): Placement {
  return scoped((freeLater) => {
    const move = freeLater(
      freeLater(freeLater(to.Location()).Divided(freeLater(from.Location()))).Transformation(),
    );
    return [1, 2, 3].flatMap((row) => [1, 2, 3, 4].map((column) => move.Value(row, column)));
  });
}

function transformPoints(points: ArrayLike<number>, placement: Placement): Float64Array {
  const result = new Float64Array(points.length);
  for (let i = 0; i + 2 < points.length; i += 3) {
    for (let row = 0; row < 3; row++) {
      const k = row * 4;
      result[i + row] =
        at(placement, k) * at(points, i) +
        at(placement, k + 1) * at(points, i + 1) +
        at(placement, k + 2) * at(points, i + 2) +
        at(placement, k + 3);
    }
  }
  return result;
}

function transformMesh(mesh: BodyMesh, placement: Placement): BodyMesh {
  const rotation = placement.map((value, i) => (i % 4 === 3 ? 0 : value));
  return {
    ...mesh,
    positions: Float32Array.from(transformPoints(mesh.positions, placement)),
    normals: Float32Array.from(transformPoints(mesh.normals, rotation)),
    edges: Float32Array.from(transformPoints(mesh.edges, placement)),
  };
}

/** The box along the axes of the file, from the outermost faces of the outermost bodies only. */
function exactBox(
  oc: Occt,
  placed: readonly (ReadPart & PlacedBody & { instance: TopoDS_Shape; placement: Placement })[],
): Vector | undefined {
  const bounds = boundsOf(Float64Array.from(placed.flatMap(({ corners }) => extremeCorners(corners))));
  if (!bounds) return undefined;
  return scoped((freeLater) => {
    const box = freeLater(new oc.Bnd_Box());
    for (const { body, instance, placement, corners, marginMm } of placed) {
      const bodyBounds = boundsOf(corners);
      const isInside =
        bodyBounds &&
        [0, 1, 2].every(
          (i) =>
            at(bodyBounds.low, i) > at(bounds.low, i) + marginMm &&
            at(bodyBounds.high, i) < at(bounds.high, i) - marginMm,
        );
      if (isInside) continue;
      const positions = Float32Array.from(transformPoints(body.mesh.positions, placement));
      const mesh: BodyMesh = { ...body.mesh, positions };
      const faces = subshapes(oc, freeLater, instance, oc.TopAbs_ShapeEnum.TopAbs_FACE);
      addOuterFaces(oc, box, { faces, mesh, bounds, marginMm });
    }
    return boxEdges(box);
  });
}

function extremeCorners(points: ArrayLike<number>): readonly number[] {
  const range = boundsOf(points);
  return range ? [...range.low, ...range.high] : [];
}
