import { describe, expect, test } from 'vitest';
import { meshXml, modelXml, threeMf } from '#tests/support/models/mesh-files.ts';
import { boxMesh } from '#tests/support/models/mesh-parts.ts';
import type { TriangleMesh } from './triangle-mesh.ts';
import { box, outcome, read } from './left-out.test-data.ts';

describe('3MF of a slicer', () => {
  const object = (id: number, mesh: TriangleMesh, more = '') =>
    `<object id="${id}" ${more}>${meshXml(mesh)}</object>`;
  const small = boxMesh([5, 5, 5]);
  const parts = `<object id="9"><components>${[1, 2, 3, 4, 5].map((id) => `<component objectid="${id}"/>`).join('')}</components></object>`;
  const resources = [
    object(1, box, 'name="part"'),
    ...[2, 3, 4, 5].map((id) => object(id, small)),
    parts,
  ].join('');
  const subtypes = ['normal_part', 'negative_part', 'modifier_part', 'support_blocker', 'support_enforcer'];
  const settings = `<config><object id="9">${subtypes.map((type, i) => `<part id="${i + 1}" subtype="${type}"><metadata key="name" value="a"/></part>`).join('')}</object></config>`;
  const aids = ['negative-volumes 1', 'modifier-volumes 1', 'support-volumes 2'];

  test('Bambu Studio: negative parts, modifiers and supports are left out and counted', () => {
    const model = modelXml(resources, '<item objectid="9"/>');
    expect(outcome(threeMf(model, { 'Metadata/model_settings.config': settings }), '3mf')).toEqual(
      read('part', ...aids),
    );
    expect(outcome(threeMf(model), '3mf')).toMatchObject({ volumes: [6000, 125], notes: [] });
  });

  test('PrusaSlicer: triangles of such volumes are left out and the volumes counted', () => {
    const all = [box, ...Array<TriangleMesh>(4).fill(small)];
    const points: number[] = [];
    const indices: number[] = [];
    const volumes = all.map((mesh, i) => {
      const [from, first] = [indices.length / 3, points.length / 3];
      points.push(...mesh.points.map((value) => value + 100 * i));
      indices.push(...mesh.indices.map((index) => index + first));
      const type = ['ModelPart', 'NegativeVolume', 'ParameterModifier', 'SupportBlocker', 'SupportEnforcer'][
        i
      ];
      return `<volume firstid="${from}" lastid="${indices.length / 3 - 1}"><metadata type="volume" key="name" value="b"/><metadata type="volume" key="volume_type" value="${type}"/></volume>`;
    });
    const mesh = { points: Float64Array.from(points), indices: Uint32Array.from(indices) };
    const model = modelXml(object(1, mesh, 'name="part"'), '<item objectid="1"/>');
    const config = `<config><object id="1" instances_count="1">${volumes.join('')}</object></config>`;
    expect(outcome(threeMf(model, { 'Metadata/Slic3r_PE_model.config': config }), '3mf')).toEqual(
      read('part', ...aids),
    );
  });

  test('differently spelled and unknown types are left out', () => {
    const model = modelXml(resources, '<item objectid="9"/>');
    const other = settings.replace('negative_part', 'Negative_Part').replace('support_blocker', 'new_part');
    expect(outcome(threeMf(model, { 'Metadata/model_settings.config': other }), '3mf')).toEqual(
      read('part', 'negative-volumes 1', 'modifier-volumes 2', 'support-volumes 1'),
    );
  });

  test('Cura: meshes that only change the printing are left out and counted', () => {
    const aid = (name: string, value: string) =>
      `<metadatagroup><metadata name="cura:${name}" type="xs:boolean">${value}</metadata></metadatagroup>`;
    const objects = [
      object(1, box, 'name="part"').replace('<mesh>', `${aid('infill_mesh', 'False')}<mesh>`),
      ...['infill_mesh', 'anti_overhang_mesh'].map((name, i) =>
        object(i + 2, small).replace('<mesh>', `${aid(name, 'True')}<mesh>`),
      ),
    ];
    const items = [1, 2, 3].map((id) => `<item objectid="${id}"/>`).join('');
    expect(outcome(threeMf(modelXml(objects.join(''), items)), '3mf')).toEqual(
      read('part', 'modifier-volumes 1', 'support-volumes 1'),
    );
  });

  test('a required unknown extension is reported', () => {
    const model = modelXml(object(1, box, 'name="part"'), '<item objectid="1"/>').replace(
      '<model ',
      '<model requiredextensions="p z" xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06" xmlns:z="http://z/" ',
    );
    expect(outcome(threeMf(model), '3mf')).toEqual(read('part', 'extension-shapes 1'));
  });

  test('items that are not printed, and objects in no item, are left out and counted', () => {
    const model = modelXml(
      object(1, box, 'name="part"') + object(2, small) + object(3, small),
      '<item objectid="1"/><item objectid="2" printable="0"/><item objectid="3" s:printable=" False"/>',
    );
    expect(outcome(threeMf(model), '3mf')).toEqual(read('part', 'unprinted-items 2'));
    const none = modelXml(object(1, box), '<item objectid="1" printable="0"/>');
    expect(outcome(threeMf(none), '3mf')).toBe('no-body');
  });

  test('support objects and extension shapes of the format are counted', () => {
    const support = object(2, small, 'type="support"');
    const model = modelXml(
      object(1, box, 'name="part"') + support,
      '<item objectid="1"/><item objectid="2"/>',
    );
    expect(outcome(threeMf(model), '3mf')).toEqual(read('part', 'support-volumes 1'));
    const lattice = '<object id="2"><mesh><vertices/><triangles/><b:beamlattice/></mesh></object>';
    const withLattice = modelXml(object(1, box, 'name="part"') + lattice, '<item objectid="1"/>');
    expect(outcome(threeMf(withLattice), '3mf')).toEqual(read('part', 'extension-shapes 1'));
  });

  test('a target with an escaped space is found', () => {
    const rels =
      '<Relationships><Relationship Target="/3D/my%20part.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>';
    const model = modelXml(object(1, box, 'name="part"'), '<item objectid="1"/>');
    const file = threeMf('<model/>', { '_rels/.rels': rels, '3D/my part.model': model });
    expect(outcome(file, '3mf')).toEqual(read());
  });
});
