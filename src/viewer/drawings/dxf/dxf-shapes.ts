import type {
  IArcEntity,
  ICircleEntity,
  IEllipseEntity,
  IEntity,
  ILineEntity,
  IPolylineEntity,
  ISolidEntity,
  ISplineEntity,
} from 'dxf-parser';
import type { Point } from '../affine.ts';
import { arcOfBulge, circleArc } from '../arcs.ts';
import { numberOf, numbersOf, type GroupEntity } from './dxf-groups.ts';
import { pointsOfSpline, pointsThrough } from '../spline.ts';
import type { Piece } from '../picture-builder.ts';

/** The parser sets only properties that the file has. */
export type Parsed<T> = { readonly [K in keyof T]?: T[K] | undefined };

interface Coordinates {
  x?: number;
  y?: number;
}

export const pointOf = (point: Coordinates | undefined): Point => [
  point?.x ?? Number.NaN,
  point?.y ?? Number.NaN,
];

const TURN = 2 * Math.PI;

/** The pieces of a shape in its own coordinates; undefined for entities that are not shapes. Missing coordinates are NaN. */
export function piecesOf(entity: IEntity): Piece[] | undefined {
  switch (entity.type) {
    case 'LINE':
      return [{ kind: 'line', points: ((entity as Parsed<ILineEntity>).vertices ?? []).map(pointOf) }];
    case 'LWPOLYLINE':
      return piecesOfLightPolyline(entity as GroupEntity);
    case 'POLYLINE':
      return piecesOfPolyline(entity);
    case 'CIRCLE': {
      const { center, radius = Number.NaN } = entity as Parsed<ICircleEntity>;
      return [{ kind: 'arc', ...circleArc(pointOf(center), radius, 0, TURN) }];
    }
    case 'ARC': {
      const { center, radius = Number.NaN, startAngle = 0, endAngle = TURN } = entity as Parsed<IArcEntity>;
      return [
        { kind: 'arc', ...circleArc(pointOf(center), radius, startAngle, endAfter(startAngle, endAngle)) },
      ];
    }
    case 'ELLIPSE':
      return piecesOfEllipse(entity);
    case 'SPLINE':
      return piecesOfSpline(entity);
    case 'LEADER': {
      const [xs, ys] = [numbersOf(entity as GroupEntity, 10), numbersOf(entity as GroupEntity, 20)];
      return [{ kind: 'line', points: xs.map((x, n): Point => [x, ys[n] ?? Number.NaN]) }];
    }
    default:
      return undefined;
  }
}

/** The corners of a filled area. The file has the last two in reverse order. */
export function cornersOfSolid({ points = [] }: Parsed<ISolidEntity>): Piece[] {
  const [first, second, third, fourth = third] = points.map(pointOf);
  const corners = [first, second, fourth, third].filter((corner) => corner !== undefined);
  return [{ kind: 'line', points: corners }];
}

/** The end angle of a counter-clockwise arc of at most one turn. */
function endAfter(start: number, end: number): number {
  const sweep = (end - start) % TURN;
  return start + (sweep > 0 ? sweep : sweep + TURN);
}

interface Vertex extends Coordinates {
  bulge?: number;
}

function piecesOfVertices(vertices: readonly Vertex[], isClosed = false): Piece[] {
  const [first] = vertices;
  if (!first) return [];
  const pieces: Piece[] = [];
  let straight: Point[] = [pointOf(first)];
  const ends = isClosed ? [...vertices.slice(1), first] : vertices.slice(1);
  for (const [n, end] of ends.entries()) {
    const [from, to] = [pointOf(vertices[n]), pointOf(end)];
    const arc = arcOfBulge(from, to, vertices[n]?.bulge ?? 0);
    if (!arc) {
      straight.push(to);
      continue;
    }
    if (straight.length > 1) pieces.push({ kind: 'line', points: straight });
    pieces.push({ kind: 'arc', ...arc });
    straight = [to];
  }
  if (straight.length > 1) pieces.push({ kind: 'line', points: straight });
  return pieces;
}

/** Each vertex begins with its x; its y and bulge follow. */
function piecesOfLightPolyline(entity: GroupEntity): Piece[] {
  const vertices: Vertex[] = [];
  for (const [code, value] of entity.groups) {
    if (code === 10) vertices.push({ x: Number(value) });
    const last = vertices.at(-1);
    if (last && code === 20) last.y = Number(value);
    if (last && code === 42) last.bulge = Number(value);
  }
  return piecesOfVertices(vertices, (numberOf(entity, 70, 0) & 1) === 1);
}

function piecesOfPolyline(entity: Parsed<IPolylineEntity>): Piece[] | undefined {
  const { vertices = [], shape, is3dPolygonMesh, isPolyfaceMesh } = entity;
  if (is3dPolygonMesh === true || isPolyfaceMesh === true) return undefined;
  return piecesOfVertices(
    vertices.filter(({ splineControlPoint }) => !splineControlPoint),
    shape,
  );
}

function piecesOfEllipse(entity: Parsed<IEllipseEntity>): Piece[] {
  const { center, majorAxisEndPoint, axisRatio = Number.NaN, startAngle = 0, endAngle = TURN } = entity;
  const across = pointOf(majorAxisEndPoint);
  const up: Point = [-across[1] * axisRatio, across[0] * axisRatio];
  const end = endAfter(startAngle, endAngle);
  return [{ kind: 'arc', center: pointOf(center), across, up, start: startAngle, end }];
}

function piecesOfSpline(entity: Parsed<ISplineEntity>): Piece[] {
  const { controlPoints = [], fitPoints = [], knotValues = [], degreeOfSplineCurve = 3 } = entity;
  const points =
    controlPoints.length > 0
      ? pointsOfSpline(degreeOfSplineCurve, knotValues, controlPoints.map(pointOf))
      : pointsThrough(fitPoints.map(pointOf));
  return [{ kind: 'line', points }];
}
