import { describe, expect, test } from 'vitest';
import { readModel } from '../read-model.ts';
import { startStepFiles, whole } from './read-step.test-data.ts';

const { kernel, two, make, outcome, added } = await startStepFiles();
const ids = (type: string) =>
  [...two.matchAll(new RegExp(String.raw`#(\d+)\s*=\s*${type}\s*\(`, 'g'))].map(([, id]) => `#${id}`);

describe('an incomplete file', () => {
  test('reports bodies that the kernel could not build, even with all references present', async () => {
    const [, second = ''] = ids('CLOSED_SHELL');
    const [point = ''] = ids('CARTESIAN_POINT');
    const body = await outcome(
      two.replace(new RegExp(String.raw`(MANIFOLD_SOLID_BREP\('[^']*',)${second}\)`), `$1${point})`),
    );
    expect(body).toMatchObject({ volumes: [6000] });
    expect(body).toHaveProperty(
      'notes',
      expect.arrayContaining([expect.stringMatching(/^bodies-not-read 1/)]),
    );
    const [face = ''] = ids('ADVANCED_FACE').slice(-1);
    const swapped = await outcome(
      two.replace(new RegExp(String.raw`(CLOSED_SHELL\('[^']*',\([^)]*)${face}\b`), `$1${point}`),
    );
    expect(swapped).toHaveProperty(
      'notes',
      expect.arrayContaining([expect.stringMatching(/^faces-not-read|^wrong-entities/), 'loose-faces 1']),
    );
  });

  test('reports an open body among others', async () => {
    const unbound = two.replace(/ADVANCED_FACE\('([^']*)',\(#\d+\)/, "ADVANCED_FACE('$1',()");
    expect(await outcome(unbound)).toMatchObject({
      volumes: [1571],
      notes: expect.arrayContaining(['open-bodies 1']) as unknown,
    });
  });

  test('accepts a UTF-8 byte order mark and zeros after the end', async () => {
    expect(await outcome(`\uFEFF${two}\0\0`)).toEqual(whole);
    expect(await outcome(`\uFEFF${two.slice(0, two.indexOf('END-ISO'))}`)).toEqual(whole);
  });

  test('reports a block of zeros', async () => {
    const from = two.lastIndexOf('MANIFOLD_SOLID_BREP') + 4000;
    const holed = await outcome(two.slice(0, from) + '\0'.repeat(300) + two.slice(from + 300));
    expect(holed).toHaveProperty('notes', expect.arrayContaining(['zero-bytes 300']));
  });
});

describe('a file with hidden or inexact bodies', () => {
  test('hidden bodies are named, by style or by layer', async () => {
    const [, pin = ''] = ids('MANIFOLD_SOLID_BREP');
    const styled = [
      `#9001=INVISIBILITY((#9002));`,
      `#9002=STYLED_ITEM('',(#9003),${pin});`,
      `#9003=PRESENTATION_STYLE_ASSIGNMENT((.NULL.));`,
    ];
    const named = (lines: readonly string[]) =>
      added(...lines).replace(
        new RegExp(String.raw`${pin}\s*=\s*MANIFOLD_SOLID_BREP\('[^']*'`),
        `${pin} = MANIFOLD_SOLID_BREP('pin'`,
      );
    const byStyle = await outcome(named(styled));
    expect(byStyle).toMatchObject({ volumes: whole.volumes });
    expect(byStyle).toHaveProperty('notes', [expect.stringMatching(/^hidden-bodies 1 .*pin$/)]);
    const layer = [`#9001=INVISIBILITY((#9002));`, `#9002=PRESENTATION_LAYER_ASSIGNMENT('off','',(${pin}));`];
    expect(await outcome(added(...layer))).toHaveProperty('notes', [
      expect.stringMatching(/^hidden-bodies 1/),
    ]);
    const [face = ''] = ids('ADVANCED_FACE');
    expect(await outcome(added(...styled).replace(`(#9003),${pin})`, `(#9003),${face})`))).toEqual(whole);
  });

  test('bodies of triangles are counted unless they display an exact body', async () => {
    const [box = ''] = ids('MANIFOLD_SOLID_BREP');
    const triangles = (shown: string) => [
      `#9001=COORDINATES_LIST('',4,((100.,0.,0.),(110.,0.,0.),(100.,10.,0.),(100.,0.,10.)));`,
      `#9002=TRIANGULATED_FACE('',#9001,4,(),$,(),((1,3,2),(1,2,4),(2,3,4),(1,4,3)));`,
      `#9003=TESSELLATED_SOLID('',(#9002),${shown});`,
    ];
    const inProduct = (shown: string) =>
      added(...triangles(shown)).replace(
        /(ADVANCED_BREP_SHAPE_REPRESENTATION\('[^']*',\([^)]*)\)/,
        '$1,#9003)',
      );
    const counted = { ...whole, notes: ['triangle-bodies 1'] };
    expect(await outcome(added(...triangles('$')))).toEqual(counted);
    expect(await outcome(inProduct('$'))).toEqual(counted);
    expect(await outcome(inProduct(box))).toEqual(whole);
  });

  test('counts surfaces in addition to solids', async () => {
    const oc = await kernel.occt();
    const explorer = new oc.TopExp_Explorer(make.box([9, 9, 9], [90, 0, 0]), oc.TopAbs_ShapeEnum.TopAbs_FACE);
    const brep = make.brep(make.together(make.box([10, 20, 30]), explorer.Current()));
    const { bodies, notes } = await readModel(brep, 'a.brep', kernel);
    expect(bodies).toHaveLength(1);
    expect(notes).toEqual([{ code: 'surfaces', count: 1 }]);
  });
});
