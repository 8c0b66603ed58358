import type { BRepAdaptor_Surface, TopoDS_Edge, TopoDS_Face, TopoDS_Shape } from 'replicad-opencascadejs';
import type { Edge, PartFaces } from '../features/part-faces.ts';
import type { Vector } from '../model-reading.ts';
import { cross, dot, times, unitVector } from '../vectors.ts';
import type { Occt } from './load.ts';
import { areaAndCentreOf } from './measures.ts';
import { scoped, type FreeLater } from './scope.ts';
import { subshapes } from './solids.ts';
import { describeSurface, pointAndNormal, type OrientedSurface } from './surfaces.ts';
import { vectorOf } from './vector-of.ts';

/** Two faces whose normals differ by less than 3° at the edge touch smoothly. */
const MAX_SMOOTH_BEND = Math.sin(Math.PI / 60);
const SAMPLE_FRACTIONS = [0.25, 0.5, 0.75];
const CURVE_PIECES = 16;

/** Describes faces and the edges between them. */
export function describeFaces(oc: Occt, shapes: readonly TopoDS_Shape[]): PartFaces {
  return scoped((freeLater) => {
    const faces = shapes.map((shape) => loadFace(oc, freeLater, shape));
    const sides = new EdgeSides(oc);
    const edgesOfFaces = faces.map(({ face }, faceIndex) => {
      const edges = subshapes(oc, freeLater, face, oc.TopAbs_ShapeEnum.TopAbs_EDGE);
      return edges.map((edge) => sides.add(oc.TopoDS.Edge(edge), faceIndex));
    });
    const edgeIndexById = new Map<number, number>();
    const edges: Edge[] = [];
    for (const [id, uses] of sides.uses.entries()) {
      const edge = describeEdge(oc, faces, uses);
      if (!edge) continue;
      edgeIndexById.set(id, edges.length);
      edges.push(edge);
    }
    return {
      faces: faces.map((face, faceIndex) => ({
        surface: describeSurface(face),
        ...areaAndCentreOf(oc, face.face),
        edges: [...new Set(edgesOfFaces[faceIndex])].flatMap((id) => edgeIndexById.get(id) ?? []),
      })),
      edges,
    };
  });
}

interface LoadedFace extends OrientedSurface {
  face: TopoDS_Face;
  surface: BRepAdaptor_Surface;
}

function loadFace(oc: Occt, freeLater: FreeLater, shape: TopoDS_Shape): LoadedFace {
  const face = freeLater(oc.TopoDS.Face(shape));
  const surface = freeLater(new oc.BRepAdaptor_Surface(face, true));
  return { face, surface, isReversed: face.Orientation() === 'TopAbs_REVERSED' };
}

interface Use {
  edge: TopoDS_Edge;
  face: number;
}

/** The faces that use each edge. The uses of one edge differ only in orientation. */
class EdgeSides {
  readonly uses: Use[][] = [];
  readonly #byHash = new Map<number, number[]>();

  constructor(private readonly oc: Occt) {}

  add(edge: TopoDS_Edge, face: number): number {
    const hash = this.oc.ReplicadShapeHasher.HashCode(edge, 2 ** 31 - 1);
    const candidates = this.#byHash.get(hash) ?? [];
    const existing = candidates.find((id) => this.uses[id]?.[0]?.edge.IsSame(edge));
    const id = existing ?? this.uses.length;
    if (existing === undefined) {
      this.uses.push([]);
      this.#byHash.set(hash, [...candidates, id]);
    }
    this.uses[id]?.push({ edge, face });
    return id;
  }
}

/** Describes an edge; undefined for a seam, a degenerate edge, and one that does not separate two faces. */
function describeEdge(oc: Occt, faces: readonly LoadedFace[], uses: readonly Use[]): Edge | undefined {
  const [a, b] = uses;
  if (!a || !b || uses.length !== 2 || a.face === b.face || oc.BRep_Tool.Degenerated(a.edge))
    return undefined;
  const samples = SAMPLE_FRACTIONS.flatMap((fraction) => sampleAt(oc, faces, [a, b], fraction) ?? []);
  const medianBend = samples.map(({ bend }) => bend).toSorted((x, y) => x - y)[
    Math.floor(samples.length / 2)
  ];
  if (medianBend === undefined) return undefined;
  const kind = Math.abs(medianBend) < MAX_SMOOTH_BEND ? 'smooth' : medianBend > 0 ? 'concave' : 'convex';
  const path = pathOf(oc, a.edge);
  return { faces: [a.face, b.face], lengthMm: lengthOfEdge(oc, a.edge), kind, path, samples };
}

function pathOf(oc: Occt, edge: TopoDS_Edge): Vector[] {
  return scoped((freeLater) => {
    const curve = freeLater(new oc.BRepAdaptor_Curve(edge));
    const pieces = curve.GetType() === 'GeomAbs_Line' ? 1 : CURVE_PIECES;
    const first = curve.FirstParameter();
    const step = (curve.LastParameter() - first) / pieces;
    return Array.from({ length: pieces + 1 }, (_, i) => vectorOf(curve.EvalD0(first + i * step)));
  });
}

/** `bend` is the sine of the angle by which the second face rises over the first. */
function sampleAt(oc: Occt, faces: readonly LoadedFace[], [a, b]: readonly [Use, Use], fraction: number) {
  return scoped((freeLater) => {
    const curve = freeLater(new oc.BRepAdaptor_Curve(a.edge));
    const parameter = curve.FirstParameter() + fraction * (curve.LastParameter() - curve.FirstParameter());
    const { Point, D1 } = curve.EvalD1(parameter);
    const point = vectorOf(Point);
    const along = unitVector(vectorOf(D1));
    const first = normalAt(oc, faces, a, parameter);
    const second = normalAt(oc, faces, b, parameter);
    if (!along || !first || !second) return undefined;
    // Seen from outside, the face lies to the left of its edges.
    const forward = a.edge.Orientation() === 'TopAbs_REVERSED' ? times(along, -1) : along;
    const bend = dot(cross(first, forward), second);
    return { point, normals: [first, second] as readonly [Vector, Vector], bend };
  });
}

function normalAt(oc: Occt, faces: readonly LoadedFace[], use: Use, parameter: number): Vector | undefined {
  const face = faces[use.face];
  if (!face) return undefined;
  return scoped((freeLater) => {
    const curve = freeLater(new oc.BRepAdaptor_Curve2d(use.edge, face.face));
    const uv = freeLater(curve.EvalD0(parameter));
    const { normal } = pointAndNormal(face, uv.X(), uv.Y());
    return dot(normal, normal) > 0 ? normal : undefined;
  });
}

function lengthOfEdge(oc: Occt, edge: TopoDS_Edge): number {
  return scoped((freeLater) => {
    const properties = freeLater(new oc.GProp_GProps());
    oc.BRepGProp.LinearProperties(edge, properties, false, false);
    return properties.Mass();
  });
}
