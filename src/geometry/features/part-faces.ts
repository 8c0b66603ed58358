import type { Vector } from '../model-reading.ts';

/** The faces and edges of a body in plain numbers, from which features are found. Lengths in mm, angles in radians. */
export interface PartFaces {
  faces: readonly Face[];
  edges: readonly Edge[];
}

export interface Face {
  surface: Surface;
  areaMm2: number;
  /** The centre of its area. */
  centreMm: Vector;
  /** Numbers of its edges. */
  edges: readonly number[];
}

export type Surface =
  /** `normal` points out of the material. */
  | { type: 'plane'; normal: Vector; point: Vector }
  | RoundSurface
  | { type: 'sphere'; isConcave: boolean; radiusMm: number }
  | { type: 'free' };

/** A surface of revolution. */
export interface RoundSurface {
  type: 'cylinder' | 'cone' | 'torus' | 'revolved';
  axis: { point: Vector; direction: Vector };
  /** Lowest and highest position of the face along the axis, measured from the point of the axis. */
  from: number;
  to: number;
  /** Whether the material is outside, as around a hole and an inner fillet. */
  isConcave: boolean;
  /** Radius of a cylinder, or of a torus's tube; else 0. */
  radiusMm: number;
}

export interface Edge {
  faces: readonly [number, number];
  lengthMm: number;
  /** Inner edges are concave; where two faces touch smoothly the edge is smooth. */
  kind: 'convex' | 'concave' | 'smooth';
  /** Points of a polyline along the edge. */
  path: readonly Vector[];
  /** Points along the edge, with the outward normals of both faces there. */
  samples: readonly { point: Vector; normals: readonly [Vector, Vector] }[];
}

export const isRound = (surface: Surface): surface is RoundSurface => 'axis' in surface;
