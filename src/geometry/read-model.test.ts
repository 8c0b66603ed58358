import { beforeAll, describe, expect, test } from 'vitest';
import type { Kernel } from './kernel/load.ts';
import { KERNEL_LOAD_MS, loadedKernel, type PartMaker } from './kernel/parts.test-data.ts';
import { defaultReadingLimits, ReadingError, type Body, type ReadingFailure } from './model-reading.ts';
import { igesBlock } from './kernel/iges-block.test-data.ts';
import { readModel } from './read-model.ts';

/** Compiling the kernel takes long on a busy machine. */

let kernel: Kernel;
let make: PartMaker;
beforeAll(async () => {
  ({ kernel, make } = await loadedKernel());
}, KERNEL_LOAD_MS);

const text = (content: string) => new TextEncoder().encode(content);

async function readOne(bytes: Uint8Array, fileName = 'part.step'): Promise<Body> {
  const { bodies } = await readModel(bytes, fileName, kernel);
  const [body] = bodies;
  if (!body || bodies.length !== 1) throw new Error(`${bodies.length} bodies`);
  return body;
}

async function failureOf(bytes: Uint8Array, fileName = 'part.step', limits = defaultReadingLimits) {
  try {
    await readModel(bytes, fileName, kernel, limits);
    return undefined;
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    return error.failure;
  }
}

describe('measures', () => {
  test('volume, area, centre and box of a plate with a hole equal their formulas', async () => {
    const plate = make.cut(make.box([60, 40, 8]), make.cylinder(5, 8, [20, 20, 0]));
    const { measures, kind, count } = await readOne(make.step(plate));
    const hole = Math.PI * 25 * 8;
    const volume = 60 * 40 * 8 - hole;
    expect({ kind, count }).toEqual({ kind: 'solid', count: 1 });
    expect(measures.volumeMm3 / volume).toBeCloseTo(1, 9);
    expect(
      measures.areaMm2 / (2 * (60 * 40 + 60 * 8 + 40 * 8 - Math.PI * 25) + 2 * Math.PI * 5 * 8),
    ).toBeCloseTo(1, 9);
    expect(measures.centreMm[0]).toBeCloseTo((60 * 40 * 8 * 30 - hole * 20) / volume, 9);
    for (const [i, edge] of [60, 40, 8].entries()) expect(measures.boxMm[i]).toBeCloseTo(edge, 6);
    for (const [i, edge] of [60, 40, 8].entries()) expect(measures.stockBoxMm[i]).toBeCloseTo(edge, 6);
  });

  test('principal moments of a box and of an oblique cylinder equal their formulas within 1e-6', async () => {
    const box = await readOne(make.step(make.box([10, 20, 30], [5, 6, 7])));
    const moment = (a: number, b: number) => (6000 / 12) * (a * a + b * b);
    for (const [i, value] of [moment(10, 20), moment(10, 30), moment(20, 30)].entries()) {
      expect((box.fingerprint.momentsMm5[i] ?? 0) / value).toBeCloseTo(1, 5);
    }
    const rod = await readOne(make.step(make.cylinder(5, 40, [1, 2, 3], [1, 1, 0])));
    const volume = Math.PI * 25 * 40;
    const across = (volume / 12) * (3 * 25 + 40 * 40);
    for (const [i, value] of [(volume * 25) / 2, across, across].entries()) {
      expect((rod.fingerprint.momentsMm5[i] ?? 0) / value).toBeCloseTo(1, 5);
    }
  });

  test('the same part as BREP has the same measures', async () => {
    const plate = make.cut(make.box([60, 40, 8]), make.cylinder(5, 8, [20, 20, 0]));
    const asStep = await readOne(make.step(plate));
    const asBrep = await readOne(make.brep(plate), 'PART.BRP');
    expect(asBrep.measures.volumeMm3 / asStep.measures.volumeMm3).toBeCloseTo(1, 9);
    expect(asBrep.measures.boxMm[0]).toBeCloseTo(60, 6);
  });

  test('a solid in inches is read in millimetres, and the unit is reported', async () => {
    const inMm = new TextDecoder().decode(make.step(make.box([1, 2, 3])));
    const metre = '( LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.) )';
    expect(inMm.replaceAll(/\s+/g, ' ')).toContain('SI_UNIT(.MILLI.,.METRE.)');
    const inInches = inMm
      .replace(
        /\(\s*LENGTH_UNIT\(\)\s*NAMED_UNIT\(\*\)\s*SI_UNIT\(\.MILLI\.,\.METRE\.\)\s*\)/,
        `(CONVERSION_BASED_UNIT('INCH',#9001)LENGTH_UNIT()NAMED_UNIT(#9003))`,
      )
      .replace(
        'ENDSEC;\nEND-ISO',
        `#9001=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#9002);\n#9002=${metre};\n#9003=DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.);\nENDSEC;\nEND-ISO`,
      );
    const { unit, bodies } = await readModel(text(inInches), 'part.stp', kernel);
    expect(unit).toBe('in');
    expect(bodies[0]?.measures.boxMm.map((edge) => edge / 25.4)).toEqual(
      [1, 2, 3].map((edge) => expect.closeTo(edge, 6)),
    );
  });
});

describe('bodies', () => {
  test('instances of a solid are one body with a count, in the order of the file', async () => {
    const pin = make.cylinder(3, 10);
    const plate = make.box([20, 20, 5], [50, 0, 0]);
    const all = make.together(pin, plate, make.moved(pin, [0, 30, 0]), make.moved(pin, [0, 60, 0]));
    const { bodies } = await readModel(make.brep(all), 'all.brep', kernel);
    expect(bodies.map(({ count, measures }) => [count, Math.round(measures.volumeMm3)])).toEqual([
      [3, 283],
      [1, 2000],
    ]);
  });

  test('a body is named by its product, with characters outside ASCII', async () => {
    const named = new TextDecoder()
      .decode(make.step(make.box([1, 2, 3])))
      .replace(/PRODUCT\('[^']*',\s*'[^']*'/, String.raw`PRODUCT('id','\X2\652F67B6\X0\ A'`);
    expect((await readOne(text(named))).name).toBe('支架 A');
  });

  test('loose faces that close become a solid; a missing face leaves an open body without a volume', async () => {
    const oc = await kernel.occt();
    const faces: ReturnType<typeof make.box>[] = [];
    for (
      const explorer = new oc.TopExp_Explorer(make.box([10, 10, 10]), oc.TopAbs_ShapeEnum.TopAbs_FACE);
      explorer.More();
      explorer.Next()
    ) {
      faces.push(explorer.Current());
    }
    const closed = await readOne(make.brep(make.together(...faces)), 'closed.brep');
    expect([closed.kind, closed.measures.volumeMm3]).toEqual(['solid', expect.closeTo(1000, 6)]);
    const open = await readOne(make.brep(make.together(...faces.slice(1))), 'open.brep');
    expect([open.kind, open.measures.volumeMm3, open.measures.areaMm2]).toEqual([
      'open',
      0,
      expect.closeTo(500, 6),
    ]);
  });
});

describe('IGES', () => {
  test('loose faces of a group become a solid, in the unit of the file', async () => {
    const { unit, bodies } = await readModel(text(igesBlock([1, 2, 3], 'IN')), 'block.igs', kernel);
    expect(unit).toBe('in');
    expect(bodies.map(({ kind, count }) => [kind, count])).toEqual([['solid', 1]]);
    expect((bodies[0]?.measures.volumeMm3 ?? 0) / 25.4 ** 3).toBeCloseTo(6, 6);
  });
});

describe('mesh', () => {
  test('every face has triangles that lie on it, and edges are pairs of points', async () => {
    const { mesh } = await readOne(
      make.step(make.cut(make.box([20, 20, 10]), make.cylinder(4, 10, [10, 10, 0]))),
    );
    expect(mesh.faces).toHaveLength(7);
    expect(mesh.faces.every(({ count }) => count >= 3 && count % 3 === 0)).toBe(true);
    expect(mesh.faces.reduce((sum, { count }) => sum + count, 0)).toBe(mesh.indices.length);
    expect(mesh.normals).toHaveLength(mesh.positions.length);
    expect(mesh.edges.length % 6).toBe(0);
    expect(Math.max(...mesh.indices)).toBeLessThan(mesh.positions.length / 3);
  });
});

describe('refusals', () => {
  const failures: [string, () => Uint8Array, string, ReadingFailure][] = [
    ['an empty file', () => new Uint8Array(), 'part.step', 'empty'],
    ['a STEP file named as IGES', () => make.step(make.box([1, 1, 1])), 'part.igs', 'wrong-extension'],
    ['a STEP file named as text', () => make.step(make.box([1, 1, 1])), 'part.txt', 'wrong-extension'],
    ['a letter', () => text('Dear Sir'), 'letter.txt', 'unknown-format'],
    ['text named STEP', () => text('Dear Sir'), 'part.step', 'damaged'],
    [
      'a header without data',
      () => text('ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;'),
      'part.step',
      'no-body',
    ],
    [
      'random bytes',
      () => Uint8Array.from({ length: 4096 }, (_, i) => (i * 2654435761) >>> 13),
      'part.step',
      'encrypted',
    ],
    [
      'a container with a password',
      () => Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
      'part.stp',
      'encrypted',
    ],
    ['a gzip file named STEP', () => Uint8Array.of(0x1f, 0x8b, 8, 0), 'part.step', 'compressed'],
    ['half a STEP file', () => half(make.step(make.box([1, 1, 1]))), 'part.step', 'cut-off'],
    [
      'a STEP file cut before its first body',
      () => text("ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n#1=TESSELLATED_SOLID('',(#2),$);\n#2=TRI"),
      'part.step',
      'cut-off',
    ],
    ...['Curves', 'Curve2ds', 'Surfaces', 'Polygon3D', 'PolygonOnTriangulations', 'Triangulations'].map(
      (section): (typeof failures)[number] => [
        `a BREP file that announces two billion entries of ${section}`,
        () => {
          const brep = new TextDecoder().decode(make.brep(make.box([1, 1, 1])));
          return text(brep.replace(new RegExp(`^${section} \\d+`, 'm'), `${section} 2000000000`));
        },
        'part.brep',
        'damaged',
      ],
    ),
    ['half a BREP file', () => half(make.brep(make.box([1, 1, 1]))), 'part.brep', 'damaged'],
    [
      'a tessellated STEP file',
      () => stepOf("#1=TESSELLATED_SOLID('',(#2),$);\n#2=TRIANGULATED_FACE('',#3,4,$,$,(),());"),
      'part.step',
      'tessellated-only',
    ],
    [
      'an assembly of other files',
      () => stepOf("#1=DOCUMENT_FILE('pin.stp','',$,#2,'',$);"),
      'part.step',
      'external-references',
    ],
    [
      'an assembly that takes one part from another file',
      () => withData(make.step(make.box([1, 1, 1])), "#90001=DOCUMENT_FILE('pin.STP','',$,#2,'',$);"),
      'part.step',
      'external-references',
    ],
  ];
  const withData = (step: Uint8Array, data: string) =>
    text(new TextDecoder().decode(step).replace(/\bDATA;/, `DATA;\n${data}`));
  const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2);
  const stepOf = (data: string) =>
    text(`ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n${data}\nENDSEC;\nEND-ISO-10303-21;\n`);

  test.each(failures)('%s', async (_, bytes, fileName, failure) => {
    expect(await failureOf(bytes(), fileName)).toBe(failure);
  });

  test('a part that references its drawing is read', async () => {
    const step = withData(make.step(make.box([1, 1, 1])), "#90001=DOCUMENT_FILE('pin.pdf','',$,#2,'',$);");
    expect(await failureOf(step)).toBeUndefined();
  });

  test('a file beyond the limit of bytes, solids or triangles', async () => {
    const two = make.brep(make.together(make.box([1, 1, 1]), make.box([2, 2, 2], [5, 0, 0])));
    const limits = defaultReadingLimits;
    expect(await failureOf(two, 'two.brep', { ...limits, maxBytes: two.length - 1 })).toBe('too-large');
    expect(await failureOf(two, 'two.brep', { ...limits, maxSolids: 1 })).toBe('too-many-solids');
    expect(await failureOf(two, 'two.brep', { ...limits, maxTriangles: 23 })).toBe('too-many-triangles');
    expect(await failureOf(two, 'two.brep', { ...limits, maxSolids: 2, maxTriangles: 24 })).toBeUndefined();
  });

  test('a billion nested instances are counted, not built', async () => {
    const levels = Array.from({ length: 10 }, (_, level) => {
      const definition = 100 + level;
      const shape = `#${200 + level}=PRODUCT_DEFINITION('','',#1,#2);`.replace(
        `#${200 + level}`,
        `#${definition}`,
      );
      const uses = Array.from(
        { length: 10 },
        (__, n) =>
          `#${1000 + level * 10 + n}=NEXT_ASSEMBLY_USAGE_OCCURRENCE('','','',#${definition},#${definition + 1},$);`,
      );
      return level < 9 ? [shape, ...uses].join('\n') : shape;
    });
    const leaf = `#300=PRODUCT_DEFINITION_SHAPE('','',#109);\n#301=SHAPE_DEFINITION_REPRESENTATION(#300,#302);\n#302=ADVANCED_BREP_SHAPE_REPRESENTATION('',(#303),#304);\n#303=MANIFOLD_SOLID_BREP('',#305);`;
    expect(await failureOf(stepOf([...levels, leaf].join('\n')))).toBe('too-many-solids');
  });

  test('a solid turned inside out has no positive volume', async () => {
    expect(await failureOf(make.brep(make.box([1, 1, 1]).Reversed()), 'part.brep')).toBe('not-finite');
  });
});
