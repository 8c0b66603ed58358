import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { meshXml, modelXml, threeMf, threeMfOf } from '#tests/support/models/mesh-files.ts';
import { boxMesh } from '#tests/support/models/mesh-parts.ts';
import { readMesh } from './read-mesh.ts';
import type { TriangleMesh } from './triangle-mesh.ts';
import { box, failure, summary, text } from './read-mesh.test-data.ts';

describe('3MF', () => {
  const object = (id: number, mesh: TriangleMesh, more = '') =>
    `<object id="${id}" ${more}>${meshXml(mesh)}</object>`;
  const nested = (id: number, ...children: string[]) =>
    `<object id="${id}"><components>${children.join('')}</components></object>`;
  const component = (id: number, more = '') => `<component objectid="${id}" ${more}/>`;

  test.each([
    ['micron', 'um', 0.001],
    ['millimeter', 'mm', 1],
    ['centimeter', 'cm', 10],
    ['inch', 'in', 25.4],
    ['foot', 'ft', 304.8],
    ['meter', 'm', 1000],
  ])('the unit %s is reported and applied', (name, unit, factor) => {
    const reading = readMesh(threeMf(modelXml(object(1, box), '<item objectid="1"/>', name)), '3mf');
    expect(reading.unit).toBe(unit);
    expect(reading.bodies[0]!.measures.volumeMm3 / factor ** 3 / 6000).toBeCloseTo(1, 9);
  });

  test('an unknown unit is damaged', () => {
    const file = threeMf(modelXml(object(1, box), '<item objectid="1"/>', 'parsec'));
    expect(failure(file, '3mf')).toBe('damaged');
  });

  test('build items and components apply their transforms, and equal bodies are counted', () => {
    const resources = [
      object(1, box, 'name="plate"'),
      object(2, boxMesh([5, 5, 5]), 'name="support" type="support"'),
      nested(3, component(1), component(1, 'transform="0 1 0 -1 0 0 0 0 1 100 0 0"'), component(2)),
    ].join('');
    const build =
      '<item objectid="3" transform="1 0 0 0 1 0 0 0 1 0 0 7"/><item objectid="1" transform="-1 0 0 0 1 0 0 0 1 0 500 0"/>';
    const { bodies } = readMesh(threeMf(modelXml(resources, build)), '3mf');
    expect(summary(bodies)).toEqual([['mesh', 3, 6000]]);
    expect(bodies[0]!.name).toBe('plate');
    expect(bodies[0]!.measures.centreMm.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([15, 10, 12]);
  });

  test('the transform of a component is applied before that of its item', () => {
    const resources = object(1, box) + nested(2, component(1, 'transform="1 0 0 0 1 0 0 0 1 10 0 0"'));
    const build = '<item objectid="2" transform="0 2 0 -2 0 0 0 0 2 0 0 1"/>';
    const { bodies } = readMesh(threeMf(modelXml(resources, build)), '3mf');
    // (x, y, z) → (−2y, 2(x + 10), 2z + 1)
    expect(bodies[0]!.measures.centreMm.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([-20, 50, 11]);
    expect(bodies[0]!.measures.volumeMm3).toBeCloseTo(48_000, 6);
  });

  test('an object in another model of the archive is read', () => {
    const other = modelXml(object(7, box), '');
    const resources = nested(1, component(7, 'p:path="/3D/Objects/Part_1.model"'));
    const file = threeMf(modelXml(resources, '<item objectid="1"/>'), { '3D/Objects/part_1.model': other });
    expect(summary(readMesh(file, '3mf').bodies)).toEqual([['mesh', 1, 6000]]);
  });

  test('text in UTF-16 is read', () => {
    const model = modelXml(object(1, box, 'name="轴"'), '<item objectid="1"/>');
    const wide = new Uint8Array(2 + model.length * 2);
    wide.set([0xff, 0xfe]);
    for (let i = 0; i < model.length; i++)
      new DataView(wide.buffer).setUint16(2 + i * 2, model.charCodeAt(i), true);
    const { bodies } = readMesh(zipSync({ '3D/a.model': wide }), '3mf');
    expect(bodies.map((body) => body.name)).toEqual(['轴']);
  });

  test.each([
    ['components that form a cycle', nested(1, component(2)) + nested(2, component(1)), 'damaged'],
    ['an object that contains itself', nested(1, component(1)), 'damaged'],
    ['a missing component', nested(1, component(9)), 'damaged'],
    ['a duplicate object', object(1, box) + object(1, box), 'damaged'],
    ['a triangle beyond the vertices', object(1, { ...box, indices: Uint32Array.of(0, 1, 8) }), 'damaged'],
    ['no mesh', '<object id="1"/>', 'no-body'],
    ['supports only', object(1, box, 'type="support"'), 'no-body'],
    [
      'a transform that is not a number',
      object(2, box) + nested(1, component(2, 'transform="1 0 0 0 1 0 0 0 1 NaN 0 0"')),
      'not-finite',
    ],
    [
      'a transform of eleven numbers',
      object(2, box) + nested(1, component(2, 'transform="1 0 0 0 1 0 0 0 1 0 0"')),
      'damaged',
    ],
    [
      'a transform that flattens',
      object(2, box) + nested(1, component(2, 'transform="1 0 0 0 1 0 0 0 0 0 0 0"')),
      '1 bodies',
    ],
  ])('a model with %s', (_, resources, expected) => {
    expect(failure(threeMf(modelXml(resources, '<item objectid="1"/>')), '3mf')).toBe(expected);
  });

  test('components that multiply too often are refused before being copied', () => {
    const levels = (leaf: string) =>
      leaf +
      Array.from({ length: 30 }, (_, i) =>
        nested(i + 2, ...Array.from({ length: 10 }, () => component(i + 1))),
      ).join('');
    const build = '<item objectid="31"/>';
    expect(failure(threeMf(modelXml(levels(object(1, box)), build)), '3mf')).toBe('too-many-solids');
    expect(failure(threeMf(modelXml(levels('<object id="1"/>'), build)), '3mf')).toBe('no-body');
    const chain =
      object(1, box) + Array.from({ length: 80 }, (_, i) => nested(i + 2, component(i + 1))).join('');
    expect(failure(threeMf(modelXml(chain, '<item objectid="81"/>')), '3mf')).toBe('damaged');
  });

  test.each([
    '<!DOCTYPE model [<!ENTITY a "b">]>',
    '<!DOCTYPE model SYSTEM "file:///etc/passwd">',
    '<!ENTITY a "b">',
    '<!doctype model>',
  ])('the markup %s is forbidden', (markup) => {
    const model = modelXml(object(1, box), '<item objectid="1"/>').replace('?>', `?>${markup}`);
    expect(failure(threeMf(model), '3mf')).toBe('forbidden-markup');
  });

  test('the five entities of XML are read, any other is forbidden', () => {
    const named = (name: string) =>
      threeMf(modelXml(object(1, box, `name="${name}"`), '<item objectid="1"/>'));
    expect(failure(named('&a;'), '3mf')).toBe('forbidden-markup');
    expect(failure(named('&toString;'), '3mf')).toBe('forbidden-markup');
    expect(readMesh(named('a &lt; b &amp; &#x8f74;'), '3mf').bodies[0]!.name).toBe('a < b & 轴');
  });

  test.each([
    ['an unclosed element', (model: string) => model.replace('</build>', '')],
    ['a wrong end', (model: string) => model.replace('</mesh>', '</mash>')],
    ['a duplicate attribute', (model: string) => model.replace('<vertex x=', '<vertex x="1" x=')],
    ['no end', (model: string) => model.slice(0, -20)],
    ['two roots', (model: string) => model + model.slice(model.indexOf('<model'))],
    ['deep nesting', (model: string) => model.replace('<build>', `<build>${'<a>'.repeat(200)}`)],
    ['an unclosed comment', (model: string) => model.replace('<build>', '<!-- <build>')],
  ])('XML with %s is damaged', (_, spoil) => {
    const model = modelXml(object(1, box), '<item objectid="1"/>');
    expect(failure(threeMf(spoil(model)), '3mf')).toBe('damaged');
  });

  test('comments, processing instructions and CDATA sections are skipped', () => {
    const aside = '<!-- <object id="1"> --><?a <b> ?><![CDATA[<mesh>]]>';
    const model = modelXml(aside + object(1, box), '<item objectid="1"/>');
    expect(failure(threeMf(model), '3mf')).toBe('1 bodies');
  });

  test('an archive that inflates beyond the bound is stopped', () => {
    const model = modelXml(object(1, box), '<item objectid="1"/>').replace(
      '<build>',
      `${' '.repeat(30_000_000)}<build>`,
    );
    const file = threeMf(model);
    expect(file.length).toBeLessThan(100_000);
    expect(failure(file, '3mf', { maxInflatedBytes: 20_000_000 })).toBe('inflates-too-much');
  });

  test('an encrypted entry, a protected container and a damaged archive have different failures', () => {
    const flagged = threeMfOf(box);
    const directory = flagged.findLastIndex(
      (_, i) => flagged[i] === 0x50 && flagged[i + 1] === 0x4b && flagged[i + 2] === 1,
    );
    flagged[directory + 8] = 1;
    expect(failure(flagged, '3mf')).toBe('encrypted');
    expect(failure(threeMf('<model/>', { 'Secure/keystore.xml': '<keystore/>' }), '3mf')).toBe('encrypted');
    expect(failure(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0), '3mf')).toBe('encrypted');
    expect(failure(threeMfOf(box).subarray(0, -30), '3mf')).toBe('damaged');
    expect(failure(text('PK no archive at all, but long enough'), '3mf')).toBe('damaged');
    expect(failure(zipSync({ 'readme.txt': text('no model') }), '3mf')).toBe('damaged');
  });
});
