/** The result of reading a model, shared by the browser's worker, the server's child process and the pages. */

export const MODEL_FORMATS = ['step', 'brep', 'iges', 'stl', 'obj', '3mf'] as const;
export type ModelFormat = (typeof MODEL_FORMATS)[number];

/** Whether a format consists of triangles: its bodies have no faces to measure, and thin walls are their only feature. */
export const isMeshFormat = (format: string | undefined): boolean =>
  format === 'stl' || format === 'obj' || format === '3mf';

/** Unit of length of a file, `several` where its parts have different ones. STL and OBJ declare none. */
export type LengthUnit =
  'nm' | 'um' | 'mm' | 'cm' | 'dm' | 'm' | 'km' | 'mil' | 'in' | 'ft' | 'yd' | 'mi' | 'other' | 'several';

/** Kinds of notes on a file: `missing`, `hidden` and `otherBodies` need a manual review. */
export const noteKinds = {
  /** The file lacks something, and so may its bodies. */
  missing: [
    'missing-entities',
    'missing-lines',
    'double-entities',
    'zero-bytes',
    'cut-end',
    'bodies-not-read',
    'open-bodies',
    'faces-not-read',
    'wrong-entities',
    'loose-faces',
    'places-unknown',
    'other-scale',
  ],
  /** Counted among the bodies. */
  hidden: ['hidden-bodies'],
  /** Not counted among the bodies, although the customer may want them. */
  otherBodies: ['triangle-bodies', 'extension-shapes'],
  /** Not counted among the bodies. */
  leftOut: [
    'negative-volumes',
    'modifier-volumes',
    'support-volumes',
    'unprinted-items',
    'trailing-bytes',
    'flat-faces',
    'surfaces',
  ],
} as const;

export type NoteKind = keyof typeof noteKinds;

/** Plain data, stored with the measures. */
export interface ReadingNote {
  code: (typeof noteKinds)[NoteKind][number];
  count: number;
  /** Only for named bodies. */
  names?: readonly string[];
}

/** Limits for reading a file. A file that exceeds them is stored and priced by staff. */
export interface ReadingLimits {
  maxBytes: number;
  maxSolids: number;
  maxTriangles: number;
  /** Size of an archive once inflated. */
  maxInflatedBytes: number;
}

export const defaultReadingLimits: ReadingLimits = {
  maxBytes: 50 * 1024 ** 2,
  maxSolids: 200,
  maxTriangles: 1_000_000,
  maxInflatedBytes: 200 * 1024 ** 2,
};

export type Vector = readonly [x: number, y: number, z: number];

export interface ModelReading {
  format: ModelFormat;
  /** The unit that the file declares. All lengths of the reading are in mm; without a unit one unit of the file is 1 mm. */
  unit?: LengthUnit;
  /** What the file lacks, and what was left out. */
  notes: readonly ReadingNote[];
  /** The distinct bodies of the file, in its order; equal bodies of an assembly are one body with a count. */
  bodies: readonly Body[];
  /** All bodies in position as one part; absent for a file with one body. The volume is 0 if one of them is open. */
  whole?: Measures | undefined;
  /** Absent for a file with one body, and for too many triangles to display. */
  wholeMesh?: BodyMesh | undefined;
}

export interface Body {
  /** A closed body has a volume; an open one cannot be priced. */
  kind: 'solid' | 'mesh' | 'open';
  name?: string;
  count: number;
  measures: Measures;
  /** Absent for an open body. */
  features?: Features | MeshFeatures;
  fingerprint: Fingerprint;
  mesh: BodyMesh;
}

export interface Measures {
  /** 0 for an open body. */
  volumeMm3: number;
  areaMm2: number;
  /** Edges of the box along the axes of the file, in mm. */
  boxMm: Vector;
  /** Edges of the smallest box of stock, longest first, in mm: along the axes of the file unless tilting saves over 2 %. */
  stockBoxMm: Vector;
  isStockTilted: boolean;
  centreMm: Vector;
}

/** Triangles for display: figures come from them only for mesh files. */
export interface BodyMesh {
  /** x, y, z of each vertex, in mm. */
  positions: Float32Array;
  normals: Float32Array;
  /** Three vertices of each triangle. */
  indices: Uint32Array;
  /**
   * For each face: first index in `indices` and number of indices. The faces of a mesh file are the areas enclosed by its sharp
   * edges, or a single face if there are too many.
   */
  faces: readonly { start: number; count: number }[];
  /** Pairs of points of the edges, x, y, z each. */
  edges: Float32Array;
}

/** Numbers of faces refer to `BodyMesh.faces`. */
export interface Features {
  holes: readonly Hole[];
  pockets: readonly Pocket[];
  /** Sharp inner edges, which a round tool does not reach. */
  sharpInnerEdges: readonly { faces: readonly number[]; lengthMm: number }[];
  /** Smallest radius of a concave round edge, in mm. */
  smallestInnerRadius?: { radiusMm: number; faces: readonly number[] };
  /** Thickness that 95 % of the sampled walls exceed, in mm. */
  thinWall?: { thicknessMm: number; faces: readonly number[] };
  /** Faces that no straight tool along any of the set-ups reaches. */
  undercutFaces: readonly number[];
  /** Estimated number of directions from which the part is cut. */
  setups: number;
  /** Share of the area that is round about one axis, 0 to 1; 0 unless the outline is round. */
  turnedShare: number;
  isTurned: boolean;
}

/** The features of a body of a mesh file: only its thin wall. */
export type MeshFeatures = Pick<Features, 'thinWall'> & {
  [Name in Exclude<keyof Features, 'thinWall'>]?: undefined;
};

export interface Hole {
  kind: 'through' | 'blind';
  /** Cylinders on one axis, from the open end. */
  steps: readonly { diameterMm: number; depthMm: number }[];
  depthMm: number;
  faces: readonly number[];
  axis: { point: Vector; direction: Vector };
}

export interface Pocket {
  depthMm: number;
  /** Diameter of the largest circle in its floor. */
  widthMm: number;
  faces: readonly number[];
}

/** Figures that do not change when the part is moved, rotated, renamed or exported again. */
export interface Fingerprint {
  /** Exact for a B-rep body; within the tolerance of the mesh for a mesh. */
  precision: 'exact' | 'mesh';
  /** 0 for an open body, which equals no other. */
  volumeMm3: number;
  areaMm2: number;
  /** From the centre of mass to the farthest point, the figure that a mesh preserves best. */
  reachMm: number;
  /** Principal moments of inertia of the body of density 1, smallest first, in mm⁵. */
  momentsMm5: Vector;
  /** Third moments along the principal axes, dimensionless; mirroring the part changes the sign. 0 for a symmetric part. */
  handedness: number;
  /** Only for a B-rep body; absent for older measurements and for too many faces. */
  faces?: FaceFigures | undefined;
}

/** Dimensionless figures of all faces of a body, each reduced to its area and centre, so that they do not depend on triangles. */
export interface FaceFigures {
  /** Distance of the faces' centre from the centre of mass, three principal moments, and the mean distance between faces. */
  spread: readonly number[];
  /** Like `Fingerprint.handedness`, but of the centres of the faces. */
  handedness: number;
  /** Whether a plane mirrors every face to a face of equal area: the mirror image is then the same body. */
  isOwnMirrorImage: boolean;
}

/** Why a file cannot be read. The pages have a sentence for each. */
export type ReadingFailure =
  | 'empty'
  | 'too-large'
  | 'unknown-format'
  | 'wrong-extension'
  | 'encrypted'
  | 'compressed'
  | 'external-references'
  | 'damaged'
  /** A STEP file that ends within its data. */
  | 'cut-off'
  | 'no-body'
  | 'tessellated-only'
  | 'not-finite'
  | 'too-many-solids'
  | 'too-many-triangles'
  | 'inflates-too-much'
  | 'forbidden-markup'
  | 'out-of-memory'
  | 'out-of-time';

export class ReadingError extends Error {
  constructor(
    readonly failure: ReadingFailure,
    options?: ErrorOptions,
  ) {
    super(`The model cannot be read: ${failure}.`, options);
    this.name = 'ReadingError';
  }
}
