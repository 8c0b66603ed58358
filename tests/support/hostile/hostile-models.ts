import { strToU8, unzipSync, zipSync } from 'fflate';
import { igesBlock } from '#geometry/kernel/iges-block.test-data.ts';
import { MODEL_FORMATS, type ModelFormat } from '#geometry/model-reading.ts';
import { brepText, stepText } from '../models/brep-files.ts';
import { asciiStl, binaryStl, meshXml, modelXml, objText, threeMf, threeMfOf } from '../models/mesh-files.ts';
import { boxMesh, latheMesh, steppedPart, together } from '../models/mesh-parts.ts';
import { seededNumbers } from '../data/seeded-numbers.ts';

export interface HostileModel {
  name: string;
  format: ModelFormat;
  bytes: Uint8Array;
}

type Numbers = (n: number) => number;

const model = (name: string, format: ModelFormat, content: string | Uint8Array): HostileModel => ({
  name,
  format,
  bytes: typeof content === 'string' ? strToU8(content) : content,
});

const box = boxMesh([30, 20, 10]);

/** Valid files of every format, from which mutations start: one of each, then the second of each, and so on. */
export function validModels(): HostileModel[] {
  const models = modelsByFormat();
  const turns = MODEL_FORMATS.map((format) => models.filter((one) => one.format === format));
  return models.flatMap((_, turn) => turns.flatMap((ofFormat) => ofFormat[turn] ?? []));
}

function modelsByFormat(): HostileModel[] {
  const stepped = steppedPart(seededNumbers(12));
  const lathe = latheMesh(
    [
      [4, 0],
      [9, 3],
      [5, 12],
    ],
    12,
  );
  const two = together(box, boxMesh([4, 4, 4], [0, 0, 30]));
  const assembly = modelXml(
    `<object id="1" name="a">${meshXml(box)}</object><object id="2"><components><component objectid="1"/><component objectid="1" transform="1 0 0 0 1 0 0 0 1 40 0 0"/></components></object>`,
    '<item objectid="2"/>',
  );
  return [
    ...[stepped, lathe, two].flatMap((mesh, i) => [
      model(`binary STL ${i}`, 'stl', binaryStl(mesh)),
      model(`ASCII STL ${i}`, 'stl', asciiStl(mesh)),
      model(`OBJ ${i}`, 'obj', objText(mesh)),
      model(`3MF ${i}`, '3mf', threeMfOf(mesh)),
    ]),
    model('3MF with components', '3mf', threeMf(assembly)),
    ...[box, lathe].flatMap((mesh, i) => [
      model(`STEP ${i}`, 'step', stepText(mesh)),
      model(`BREP ${i}`, 'brep', brepText(mesh)),
    ]),
    model('IGES in mm', 'iges', igesBlock([30, 20, 10], 'MM')),
    model('IGES in inches', 'iges', igesBlock([3, 2, 1], 'IN')),
  ];
}

/** Files that have hung, crashed or misled readers of models. The archive inflates to `bombBytes`. */
export function hostileModels(bombBytes = 250_000_000): HostileModel[] {
  const step = stepText(box);
  const brep = brepText(box);
  const lying = binaryStl(box);
  new DataView(lying.buffer).setUint32(80, 0xffffffff, true);
  const bomb = modelXml(`<object id="1">${meshXml(box)}</object>`, '<item objectid="1"/>');
  return [
    model('STL whose count lies', 'stl', lying),
    model('STL of NaN', 'stl', binaryStl({ ...box, points: box.points.map(() => Number.NaN) })),
    model(
      'STL of huge numbers',
      'stl',
      binaryStl({ ...box, points: box.points.map((value) => value * 1e37) }),
    ),
    model('STL of one point', 'stl', binaryStl({ ...box, points: box.points.map(() => 1) })),
    model('OBJ with bad indices', 'obj', objText(box).replaceAll('f 1 ', 'f 4294967297 ')),
    model('OBJ with a polygon of 60,000 corners', 'obj', `${objText(box)}f ${'1 2 4 3 5 '.repeat(12_000)}\n`),
    model('OBJ of 1E400', 'obj', objText(box).replace('v 30', 'v 1E400')),
    model('3MF that inflates', '3mf', threeMf(bomb.replace('<build>', `${' '.repeat(bombBytes)}<build>`))),
    model('3MF with entities', '3mf', threeMf(bomb.replace('?>', `?>${entityBomb}`))),
    model('3MF with an external entity', '3mf', threeMf(bomb.replace('?>', `?>${externalEntity}`))),
    model('3MF whose components multiply', '3mf', threeMf(multiplying())),
    model('3MF whose components form a cycle', '3mf', threeMf(cyclic)),
    model('STEP of 10^9 nested instances', 'step', nestedInstances(step)),
    model('STEP of 1E400', 'step', step.replace('(30.,', '(1.E400,')),
    model('STEP without end', 'step', step.slice(0, step.length >> 1)),
    model(
      'STEP that refers to itself',
      'step',
      step.replaceAll(/=EDGE_LOOP\('',\(#\d+/g, "=EDGE_LOOP('',(#1"),
    ),
    model(
      'STEP of deep brackets',
      'step',
      step.replace("PRODUCT('part'", `PRODUCT(${'('.repeat(100_000)}'part'`),
    ),
    model('STEP with one long word', 'step', step.replace("'part'", `'${'A'.repeat(5_000_000)}'`)),
    model('BREP whose counts lie', 'brep', brep.replace(/TShapes \d+/, 'TShapes 2000000000')),
    model('BREP of many curves that are missing', 'brep', brep.replace(/Curves \d+/, 'Curves 2000000000')),
    model('BREP that refers to itself', 'brep', brep.replaceAll(/\+\d+ 0 \*/g, '+1 0 *')),
    model('BREP of 1E400', 'brep', brep.replaceAll(' 20 ', ' 1E400 ')),
    model('an empty file', 'stl', new Uint8Array()),
    model('zeros', 'brep', new Uint8Array(10_000)),
  ];
}

const entityBomb = `<!DOCTYPE model [<!ENTITY a "aaaaaaaaaa">${Array.from('bcdefghij', (name, i) => `<!ENTITY ${name} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]>`;
const externalEntity = '<!DOCTYPE model [<!ENTITY a SYSTEM "file:///etc/passwd">]>';

const component = (id: number) => `<component objectid="${id}"/>`;
const object = (id: number, children: string) =>
  `<object id="${id}"><components>${children}</components></object>`;
const cyclic = modelXml(object(1, component(2)) + object(2, component(1)), '<item objectid="1"/>');

function multiplying(): string {
  const levels = Array.from({ length: 40 }, (_, i) => object(i + 2, component(i + 1).repeat(10)));
  return modelXml(`<object id="1">${meshXml(box)}</object>${levels.join('')}`, '<item objectid="41"/>');
}

/** Nine levels of assemblies, each with ten instances of the level below. */
function nestedInstances(step: string): string {
  let next = 1_000_000;
  const lines: string[] = [];
  const add = (entity: string) => {
    lines.push(`#${next}=${entity};`);
    return `#${next++}`;
  };
  const find = (pattern: RegExp) => pattern.exec(step)?.[1] ?? '#1';
  const context = find(/(#\d+)=\(GEOMETRIC_REPRESENTATION_CONTEXT/);
  const definitionContext = find(/(#\d+)=PRODUCT_DEFINITION_CONTEXT/);
  const productContext = find(/(#\d+)=PRODUCT_CONTEXT/);
  const axes = find(/(#\d+)=AXIS2_PLACEMENT_3D/);
  let definition = find(/(#\d+)=PRODUCT_DEFINITION\(/);
  let shape = find(/(#\d+)=ADVANCED_BREP_SHAPE_REPRESENTATION/);
  for (let level = 0; level < 9; level++) {
    const product = add(`PRODUCT('level ${level}','','',(${productContext}))`);
    const formation = add(`PRODUCT_DEFINITION_FORMATION('','',${product})`);
    const upper = add(`PRODUCT_DEFINITION('design','',${formation},${definitionContext})`);
    const definitionShape = add(`PRODUCT_DEFINITION_SHAPE('','',${upper})`);
    const upperShape = add(`SHAPE_REPRESENTATION('',(${axes}),${context})`);
    add(`SHAPE_DEFINITION_REPRESENTATION(${definitionShape},${upperShape})`);
    for (let i = 0; i < 10; i++) {
      const transform = add(`ITEM_DEFINED_TRANSFORMATION('','',${axes},${axes})`);
      const relation = add(
        `(REPRESENTATION_RELATIONSHIP('','',${shape},${upperShape})REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(${transform})SHAPE_REPRESENTATION_RELATIONSHIP())`,
      );
      const usage = add(`NEXT_ASSEMBLY_USAGE_OCCURRENCE('${level} ${i}','','',${upper},${definition},$)`);
      const usageShape = add(`PRODUCT_DEFINITION_SHAPE('','',${usage})`);
      add(`CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(${relation},${usageShape})`);
    }
    definition = upper;
    shape = upperShape;
  }
  return step.replace(/ENDSEC;\s*END-ISO/, `${lines.join('\n')}\nENDSEC;\nEND-ISO`);
}

/** Valid files, each changed by one to three faults; the same for the same seed. */
export function* mutatedModels(
  seed: number,
  files: number,
  bases: readonly HostileModel[] = validModels(),
): Generator<HostileModel> {
  const next = seededNumbers(seed);
  const pick = <T>(values: readonly T[]): T => values[next(values.length)]!;
  for (let i = 0; i < files; i++) {
    const base = bases[i % bases.length]!;
    const donor = pick(bases);
    let { bytes } = base;
    const faults: string[] = [];
    const count = 1 + next(3);
    for (let fault = 0; fault < count; fault++) {
      const [name, mutate] = pick(Object.entries(mutations));
      // A fault in an archive mostly breaks the compression, so half of them change the model inside.
      const isInside = base.format === '3mf' && next(2) === 0;
      bytes = isInside
        ? insideArchive(bytes, (text) => mutate(text, next, donor.bytes))
        : mutate(bytes, next, donor.bytes);
      faults.push(name);
    }
    yield { name: `${seed}/${i} ${base.name}: ${faults.join(', ')}`, format: base.format, bytes };
  }
}

const MAX_BYTES = 200_000;

/** Changes the model inside an archive. */
function insideArchive(bytes: Uint8Array, change: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  try {
    // An earlier fault may have made the size of an entry gigabytes.
    const entries = unzipSync(bytes, { filter: ({ originalSize }) => originalSize <= MAX_BYTES });
    const name = Object.keys(entries).find((entry) => entry.endsWith('.model'));
    const model = name === undefined ? undefined : entries[name];
    if (name === undefined || !model) return change(bytes);
    return zipSync({ ...entries, [name]: change(model) }, { level: 1 });
  } catch {
    // An earlier fault has broken the archive.
    return change(bytes);
  }
}

const splice = (bytes: Uint8Array, from: number, removed: number, added: Uint8Array): Uint8Array =>
  Uint8Array.from([...bytes.subarray(0, from), ...added, ...bytes.subarray(from + removed)]).slice(
    0,
    MAX_BYTES,
  );

const words = [
  'NaN',
  '1E400',
  '-1E308',
  '1e-320',
  '0',
  '-1',
  '4294967296',
  '99999999999999999999',
  '*',
  '$',
  '()',
  '#1',
  '<!--',
  '/',
  '',
  '\u0000',
  '½',
];

/** Replaces the first number after a random position of a text. */
function changeNumber(bytes: Uint8Array, next: Numbers): Uint8Array {
  const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57;
  let from = next(Math.max(1, bytes.length));
  while (from < bytes.length && !isDigit(bytes[from])) from++;
  let to = from;
  while (isDigit(bytes[to]) || bytes[to] === 46) to++;
  const other = next(3) === 0 ? String(next(1_000_000)) : words[next(words.length)]!;
  return splice(bytes, from, to - from, strToU8(other));
}

const mutations: Readonly<
  Record<string, (bytes: Uint8Array, next: Numbers, donor: Uint8Array) => Uint8Array>
> = {
  'bits flipped': (bytes, next) => {
    const changed = bytes.slice();
    for (let i = 0; i <= next(8); i++) {
      const at = next(Math.max(1, bytes.length));
      changed[at] = (changed[at] ?? 0) ^ (1 << next(8));
    }
    return changed;
  },
  'number changed': changeNumber,
  'digits changed': (bytes, next) => {
    const changed = bytes.slice();
    const start = next(Math.max(1, bytes.length));
    for (let i = start; i < Math.min(bytes.length, start + 200); i++) {
      if (bytes[i]! >= 48 && bytes[i]! <= 57 && next(20) === 0) changed[i] = 48 + next(10);
    }
    return changed;
  },
  'end cut off': (bytes, next) => bytes.slice(0, next(bytes.length + 1)),
  'block removed': (bytes, next) => splice(bytes, next(bytes.length + 1), next(200), new Uint8Array()),
  'block repeated': (bytes, next) => {
    const from = next(bytes.length + 1);
    const block = bytes.slice(from, from + 1 + next(300));
    const copies = new Uint8Array(block.length * (1 + next(20)));
    for (let at = 0; at < copies.length; at += Math.max(1, block.length)) copies.set(block, at);
    return splice(bytes, from, 0, copies);
  },
  'lines swapped': (bytes, next) => {
    const [a, b] = [next(bytes.length + 1), next(bytes.length + 1)].toSorted((x, y) => x - y) as [
      number,
      number,
    ];
    const length = Math.min(60, b - a, bytes.length - b);
    const changed = bytes.slice();
    changed.set(bytes.subarray(b, b + length), a);
    changed.set(bytes.subarray(a, a + length), b);
    return changed;
  },
  'part of another file': (bytes, next, donor) => {
    const from = next(donor.length + 1);
    return splice(bytes, next(bytes.length + 1), next(100), donor.slice(from, from + next(400)));
  },
  'four bytes overwritten': (bytes, next) => {
    const changed = bytes.slice();
    const value = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0x7f800000][next(7)]!;
    if (bytes.length >= 4) new DataView(changed.buffer).setUint32(next(bytes.length - 3), value, true);
    return changed;
  },
};
