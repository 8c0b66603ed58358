import type { TriangleMesh } from '#geometry/mesh/triangle-mesh.ts';

type Triple = readonly [number, number, number];

const subtract = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Triple): Triple => a.map((value) => value / Math.hypot(...a)) as unknown as Triple;

/** Corners, edges and plane triangles of a closed mesh. Each edge goes from its lower to its higher corner. */
function topology({ points, indices }: TriangleMesh) {
  const corners = Array.from(
    { length: points.length / 3 },
    (_, i) => [...points.subarray(i * 3, i * 3 + 3)] as unknown as Triple,
  );
  const numbers = new Map<string, number>();
  const edges: { from: number; to: number; direction: Triple; length: number }[] = [];
  const edgeOf = (a: number, b: number) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    const key = `${from} ${to}`;
    if (!numbers.has(key)) {
      const along = subtract(corners[to]!, corners[from]!);
      numbers.set(key, edges.push({ from, to, direction: unit(along), length: Math.hypot(...along) }) - 1);
    }
    return { edge: numbers.get(key)!, isForward: a === from };
  };
  const faces = Array.from({ length: indices.length / 3 }, (_, t) => {
    const [a, b, c] = [...indices.subarray(t * 3, t * 3 + 3)] as [number, number, number];
    const right = unit(subtract(corners[b]!, corners[a]!));
    const normal = unit(cross(right, subtract(corners[c]!, corners[a]!)));
    return { origin: corners[a]!, normal, right, sides: [edgeOf(a, b), edgeOf(b, c), edgeOf(c, a)] };
  });
  return { corners, edges, faces };
}

/** A closed mesh as STEP (AP214): a solid of plane faces, in mm. */
export function stepText(mesh: TriangleMesh): string {
  const { corners, edges, faces } = topology(mesh);
  const lines: string[] = [];
  const add = (entity: string) => `#${lines.push(entity)}`;
  const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value).toUpperCase());
  const triple = (values: Triple) => `(${values.map(real).join(',')})`;
  const point = (values: Triple) => add(`CARTESIAN_POINT('',${triple(values)})`);
  const direction = (values: Triple) => add(`DIRECTION('',${triple(values)})`);
  const vertices = corners.map((corner) => add(`VERTEX_POINT('',${point(corner)})`));
  const curves = edges.map(({ from, to, direction: along }) => {
    const vector = add(`VECTOR('',${direction(along)},1.)`);
    const line = add(`LINE('',${point(corners[from]!)},${vector})`);
    return add(`EDGE_CURVE('',${vertices[from]},${vertices[to]},${line},.T.)`);
  });
  const advanced = faces.map(({ origin, normal, right, sides }) => {
    const oriented = sides.map(({ edge, isForward }) =>
      add(`ORIENTED_EDGE('',*,*,${curves[edge]},${isForward ? '.T.' : '.F.'})`),
    );
    const loop = add(`EDGE_LOOP('',(${oriented.join(',')}))`);
    const bound = add(`FACE_OUTER_BOUND('',${loop},.T.)`);
    const axes = add(`AXIS2_PLACEMENT_3D('',${point(origin)},${direction(normal)},${direction(right)})`);
    return add(`ADVANCED_FACE('',(${bound}),${add(`PLANE('',${axes})`)},.T.)`);
  });
  const solid = add(`MANIFOLD_SOLID_BREP('',${add(`CLOSED_SHELL('',(${advanced.join(',')}))`)})`);
  const mm = add('(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))');
  const radian = add('(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))');
  const steradian = add('(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())');
  const precision = add(`UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-07),${mm},'','')`);
  const context = add(
    `(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((${precision}))GLOBAL_UNIT_ASSIGNED_CONTEXT((${mm},${radian},${steradian}))REPRESENTATION_CONTEXT('',''))`,
  );
  const axes = add(
    `AXIS2_PLACEMENT_3D('',${point([0, 0, 0])},${direction([0, 0, 1])},${direction([1, 0, 0])})`,
  );
  const shape = add(`ADVANCED_BREP_SHAPE_REPRESENTATION('',(${axes},${solid}),${context})`);
  const application = add("APPLICATION_CONTEXT('automotive design')");
  const product = add(
    `PRODUCT('part','part','',(${add(`PRODUCT_CONTEXT('',${application},'mechanical')`)}))`,
  );
  const formation = add(`PRODUCT_DEFINITION_FORMATION('','',${product})`);
  const designContext = add(`PRODUCT_DEFINITION_CONTEXT('part definition',${application},'design')`);
  const definition = add(`PRODUCT_DEFINITION('design','',${formation},${designContext})`);
  const definitionShape = add(`PRODUCT_DEFINITION_SHAPE('','',${definition})`);
  add(`SHAPE_DEFINITION_REPRESENTATION(${definitionShape},${shape})`);
  const data = lines.map((entity, i) => `#${i + 1}=${entity};`).join('\n');
  return `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('part','2026-01-01T00:00:00',(''),(''),'','','');\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));\nENDSEC;\nDATA;\n${data}\nENDSEC;\nEND-ISO-10303-21;\n`;
}

/** A closed mesh as BREP text of Open CASCADE: a solid of plane faces. */
export function brepText(mesh: TriangleMesh): string {
  const { corners, edges, faces } = topology(mesh);
  const shapes: ((name: (shape: number) => string) => string)[] = [];
  const add = (shape: (name: (shape: number) => string) => string) => shapes.push(shape);
  const vertices = corners.map((corner) => add(() => `Ve\n1e-07\n${corner.join(' ')}\n0 0\n\n0101101\n*`));
  const curves = edges.map(({ from, to, length }, i) =>
    add(
      (name) =>
        `Ed\n 1e-07 1 1 0\n1  ${i + 1} 0 0 ${length}\n0\n\n0101000\n+${name(vertices[from]!)} 0 -${name(vertices[to]!)} 0 *`,
    ),
  );
  const planes = faces.map(({ sides }, i) => {
    const wire = add((name) => {
      const list = sides.map(({ edge, isForward }) => `${isForward ? '+' : '-'}${name(curves[edge]!)} 0 `);
      return `Wi\n\n0101100\n${list.join('')}*`;
    });
    return add((name) => `Fa\n0  1e-07 ${i + 1} 0\n\n0101000\n+${name(wire)} 0 *`);
  });
  const shell = add((name) => `Sh\n\n0101100\n${planes.map((face) => `+${name(face)} 0 `).join('')}*`);
  add((name) => `So\n\n1100000\n+${name(shell)} 0 *`);
  // The file numbers shapes from its end.
  const name = (shape: number) => String(shapes.length - shape + 1);
  const lines = edges.map(({ from, direction }) => `1 ${corners[from]!.join(' ')} ${direction.join(' ')} `);
  const surfaces = faces.map(({ origin, normal, right }) => {
    return `1 ${[...origin, ...normal, ...right, ...cross(normal, right)].join(' ')} `;
  });
  return `\nCASCADE Topology V1, (c) Matra-Datavision\nLocations 0\nCurve2ds 0\nCurves ${lines.length}\n${lines.join('\n')}\nPolygon3D 0\nPolygonOnTriangulations 0\nSurfaces ${surfaces.length}\n${surfaces.join('\n')}\nTriangulations 0\n\nTShapes ${shapes.length}\n${shapes.map((shape) => shape(name)).join('\n')}\n\n+1 0 \n0`;
}
