import { describe, expect, test } from 'vitest';
import { readModel } from '../read-model.ts';
import { startStepFiles, whole } from './read-step.test-data.ts';

const { kernel, two, make, outcome, added } = await startStepFiles();
/** The file without the first entity of a type after a position. */
const without = (type: string, from = 0) => {
  const rest = two.slice(from).replace(new RegExp(String.raw`#\d+\s*=\s*${type}\s*\([^;]*;`), '');
  return two.slice(0, from) + rest;
};

/** The same two bodies, each a separate product, in an assembly. */
async function assemblyOfTwo(): Promise<string> {
  const { Interface_Static: settings } = await kernel.occt();
  settings.SetIVal('write.step.assembly', 1);
  const parts = make.together(make.box([10, 20, 30]), make.cylinder(5, 20, [50, 0, 0]));
  const text = new TextDecoder().decode(make.step(parts));
  settings.SetIVal('write.step.assembly', 0);
  return text;
}

describe('an incomplete file', () => {
  test('reports an assembly part without a position', async () => {
    const assembly = await assemblyOfTwo();
    expect(await outcome(assembly)).toEqual(whole);
    for (const type of ['CONTEXT_DEPENDENT_SHAPE_REPRESENTATION', 'SHAPE_DEFINITION_REPRESENTATION']) {
      const from = assembly.lastIndexOf(`= ${type}`) - 8;
      const lacking = assembly.slice(from).replace(new RegExp(String.raw`#\d+ = ${type}[^;]*;`), '');
      const found = await outcome(assembly.slice(0, from) + lacking);
      expect(found).toHaveProperty('notes', expect.arrayContaining(['places-unknown 1']));
    }
  });

  test('reports a missing face, body or shell', async () => {
    const face = await outcome(without('ADVANCED_FACE', two.lastIndexOf('MANIFOLD_SOLID_BREP')));
    expect(face).toMatchObject({ notes: expect.arrayContaining(['missing-entities 1']) as unknown });
    const body = await outcome(without('MANIFOLD_SOLID_BREP', two.lastIndexOf('= MANIFOLD_SOLID_BREP') - 8));
    expect(body).toMatchObject({
      volumes: [6000],
      notes: expect.arrayContaining(['missing-entities 1']) as unknown,
    });
  });

  test('is complete without its last line, but not when its data is cut, even if closed afterwards', async () => {
    expect(await outcome(two.slice(0, two.indexOf('END-ISO')))).toEqual(whole);
    const cut = two.slice(0, two.lastIndexOf('ENDSEC'));
    expect(await outcome(cut)).toEqual({ ...whole, notes: ['cut-end 1'] });
    const far = two.slice(0, two.lastIndexOf('MANIFOLD_SOLID_BREP') + 2000);
    const closed = `${far.slice(0, far.lastIndexOf(';') + 1)}\nENDSEC;\nEND-ISO-10303-21;\n`;
    for (const file of [far, closed]) {
      expect(await outcome(file)).toHaveProperty(
        'notes',
        expect.arrayContaining([expect.stringMatching(/^missing-entities/)]),
      );
    }
    expect(await outcome(two.slice(0, two.indexOf('ADVANCED_FACE') + 200))).toBe('cut-off');
  });
});

describe('units', () => {
  const milli = /\(\s*LENGTH_UNIT\(\)\s*NAMED_UNIT\(\*\)\s*SI_UNIT\(\.MILLI\.,\.METRE\.\)\s*\)/g;

  test.each([
    ['SI_UNIT(.DECI.,.METRE.)', 'dm', 100],
    ['SI_UNIT(.KILO.,.METRE.)', 'km', 1e6],
  ])('%s is named and applied', async (unit, name, factor) => {
    const text = two.replaceAll(milli, `(LENGTH_UNIT()NAMED_UNIT(*)${unit})`);
    const { unit: found, bodies } = await readModel(new TextEncoder().encode(text), 'a.step', kernel);
    expect(found).toBe(name);
    expect((bodies[0]?.measures.boxMm[0] ?? 0) / factor).toBeCloseTo(10, 5);
  });

  test('the factor of a converted unit is applied', async () => {
    const inches = `(CONVERSION_BASED_UNIT('INCH',#9001)LENGTH_UNIT()NAMED_UNIT(#9003))`;
    const text = added(
      '#9001=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(7.),#9002);',
      '#9002=(NAMED_UNIT(*)LENGTH_UNIT()SI_UNIT(.MILLI.,.METRE.));',
      '#9003=DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.);',
    ).replaceAll(milli, inches);
    const { unit, bodies } = await readModel(new TextEncoder().encode(text), 'a.step', kernel);
    expect(bodies[0]?.measures.boxMm[0]).toBeCloseTo(70, 5);
    expect(unit).toBe('other');
  });
  test('parts in different units are converted separately, and the label says so', async () => {
    const assembly = await assemblyOfTwo();
    const [, context = ''] =
      /ADVANCED_BREP_SHAPE_REPRESENTATION\('[^']*',\([^)]*\),#(\d+)\)/.exec(assembly) ?? [];
    const own = assembly.slice(assembly.indexOf(`#${context} = `));
    const [, unit = ''] = /UNIT_ASSIGNED_CONTEXT\s*\(\s*\(#(\d+)/.exec(own) ?? [];
    const text = assembly.replace(
      new RegExp(String.raw`#${unit} = \([^;]*;`),
      `#${unit} = (LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.CENTI.,.METRE.));`,
    );
    expect(await outcome(text)).toEqual({ unit: 'several', volumes: [6_000_000, 1571], notes: [] });
  });
});
