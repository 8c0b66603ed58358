/** Triangles that share vertices. Lengths are in mm. */
export interface TriangleMesh {
  /** x, y, z of each vertex. */
  points: Float64Array;
  /** Three vertices of each triangle, counter-clockwise when seen from outside. */
  indices: Uint32Array;
}
