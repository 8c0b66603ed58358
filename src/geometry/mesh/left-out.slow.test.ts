import { describe, expect, test } from 'vitest';
import { asciiStl, binaryStl, objText } from '#tests/support/models/mesh-files.ts';
import { box, outcome, read } from './left-out.test-data.ts';

const text = (value: string) => new TextEncoder().encode(value);

describe('OBJ', () => {
  const obj = objText(box);
  test.each([
    ['a comment', '# C:\\parts\\'],
    ['a material', 'usemtl C:\\steel\\'],
    ['a library', 'mtllib \\\\server\\parts\\'],
  ])('%s ending in a backslash does not affect the next vertex', (_, line) => {
    expect(outcome(text(`${line}\n${obj}`), 'obj')).toEqual(read());
    expect(outcome(text(`${line}\r\n${obj.replaceAll('\n', '\r\n')}`), 'obj')).toEqual(read());
    expect(outcome(text(obj.replace('\nf ', `\n${line}\nf `)), 'obj')).toEqual(read());
  });

  test('a vertex and a face continue after a backslash', () => {
    const broken = obj.replaceAll(/^(v|f) (\S+) /gm, '$1 $2 \\\n ');
    expect(outcome(text(broken), 'obj')).toEqual(read());
    const atOnce = obj.replaceAll(/^(v|f) (.*)$/gm, '$1\\\n $2 # C:\\');
    expect(outcome(text(atOnce.replace(/^f/m, 'fo')), 'obj')).toEqual(read());
  });

  test('faces of two corners and free-form surfaces are left out and counted', () => {
    expect(outcome(text(`${obj}f 1 2\nf 3 4\n`), 'obj')).toEqual(read('part', 'flat-faces 2'));
    expect(outcome(text(`${obj}surf 0 1 0 1 1 2 3 4\nend\n`), 'obj')).toEqual(read('part', 'surfaces 1'));
    expect(outcome(text('v 0 0 0\nv 1 0 0\nf 1 2\n'), 'obj')).toBe('no-body');
  });

  test('reads decimal commas, but not together with decimal points', () => {
    const [first = '', ...others] = obj
      .replaceAll(/^v .*$/gm, (line) => line.replaceAll(/(\d+)(?=\s|$)/g, '$1,0'))
      .split('\n');
    const withCommas = [first, ...others].join('\n');
    expect(outcome(text(withCommas), 'obj')).toEqual(read());
    expect(outcome(text(`v 1.5 0 0\n${withCommas}`), 'obj')).toBe('damaged');
  });
});

describe('STL', () => {
  const stl = asciiStl(box);
  test.each([
    ['a byte order mark', `\uFEFF${stl}`],
    ['comments', `# made by hand\n${stl.replace('\n', ' # a solid\n# facet\n')}`],
    [
      'split keywords',
      stl
        .replaceAll('endloop', 'end loop')
        .replaceAll('endfacet', 'END FACET')
        .replace('endsolid', 'end solid'),
    ],
    ['old line endings', stl.replaceAll('\n', '\r')],
    ['trailing padding', `${stl}\u001A\0\0`],
  ])('an ASCII file with %s is read', (_, file) => {
    expect(outcome(text(file), 'stl')).toMatchObject({ volumes: [6000], notes: [] });
  });

  test('names in GBK and files in UTF-16 are read', () => {
    const gbk = Uint8Array.of(0xc1, 0xe3, 0xbc, 0xfe);
    const [head = '', rest = ''] = stl.split(/(?<=^solid )\w*(?=\s)/);
    const named = Uint8Array.from([...text(head), ...gbk, ...text(rest)]);
    expect(outcome(named, 'stl')).toMatchObject({ volumes: [6000], names: ['零件'] });
    const wide = Uint16Array.from(Array.from(`\uFEFF${stl}`, (letter) => letter.charCodeAt(0)));
    expect(outcome(new Uint8Array(wide.buffer), 'stl')).toMatchObject({ volumes: [6000] });
  });

  test('decimal commas are read', () => {
    const withCommas = stl.replaceAll(/^\s*vertex .*$/gm, (line) => line.replaceAll(/(\d)(?=\s|$)/g, '$1,0'));
    expect(withCommas).toMatch(/vertex \S+,0 /);
    expect(outcome(text(withCommas), 'stl')).toMatchObject({ volumes: [6000], notes: [] });
  });

  test('a facet of two corners is left out and counted', () => {
    const file = stl.replace(
      'endsolid',
      'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\nendsolid',
    );
    expect(outcome(text(file), 'stl')).toMatchObject({ volumes: [6000], notes: ['flat-faces 1'] });
  });

  test('zeros and white space after the last triangle are counted; anything else counts as damage', () => {
    const followed = (...rest: number[]) => Uint8Array.from([...binaryStl(box), ...rest]);
    expect(outcome(followed(...Array<number>(100).fill(0)), 'stl')).toMatchObject({
      volumes: [6000],
      notes: ['trailing-bytes 100'],
    });
    expect(outcome(followed(...text('\r\n')), 'stl')).toMatchObject({ notes: ['trailing-bytes 2'] });
    expect(outcome(followed(...text('made by hand')), 'stl')).toBe('damaged');
    expect(outcome(followed(...Array<number>(50).fill(1)), 'stl')).toBe('damaged');
  });

  test('a binary file whose header looks like ASCII is read as binary, even with trailing bytes', () => {
    const bytes = binaryStl(box);
    bytes.set(text('solid a\nfacet'));
    expect(outcome(bytes, 'stl')).toMatchObject({ volumes: [6000] });
    expect(outcome(Uint8Array.from([...bytes, 0, 0]), 'stl')).toMatchObject({ volumes: [6000] });
  });
});
