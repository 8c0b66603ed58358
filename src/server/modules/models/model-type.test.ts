import { expect, test } from 'vitest';
import { modelFormat } from '#geometry/model-format.ts';
import { boxStl } from '#tests/support/models/models.ts';
import { samples } from '#tests/support/data/files.ts';
import { formatOf, modelDetector } from './model-type.ts';

const formats = ['step', 'brep', 'iges', 'stl', 'obj', '3mf'] as const;
const detect = (name: string, content: Buffer) => formatOf(modelDetector(formats, name)(content).type);

test.each([
  [
    'materials before the first vertex',
    'a.obj',
    'newmtl Blue\nKa 0.5 0.5 0.5\n\nusemtl Blue\ng Icosahedron\nv 0 0 1\n',
  ],
  ['a long comment', 'A.OBJ', `${'# exported by a program\r\n'.repeat(500)}v 0 0 1\r\n`],
  ['a continued line', 'a.obj', 'v 0 0 1\nf 1 2 \\\n3 4\n'],
  ['a byte order mark', 'a.obj', '\uFEFFo part\nv 0 0 1\n'],
  ['two comments before the signature', 'a.stp', '/* one */ /* two */ ISO-10303-21;\nHEADER;'],
  ['an empty line before the first facet', 'a.stl', 'solid part\n\n  facet normal 0 0 1\n'],
  ['a byte order mark and comments', 'a.stl', '\uFEFF# one\n# two\nsolid part\n facet normal 0 0 1\n'],
  ['no facet', 'a.stl', 'solid part\nendsolid part\n'],
])('a file with %s has the same format as in the browser', (_what, name, text) => {
  const content = Buffer.from(text);
  expect(detect(name, content)).toBe(modelFormat(content, name));
});

test('a binary STL is recognised by its length', () => {
  expect(detect('a.stl', boxStl([60, 40, 8]))).toBe('stl');
});

test.each([
  ['a page', 'a.obj', '<html><script>alert(1)</script>\n</html>\n'],
  ['a record', 'a.obj', '{"v": 1}\n'],
  ['a program', 'a.obj', '\x7fELF\x02\x01\x01\n\n\n'],
  ['vertices under another name', 'a.txt', 'v 0 0 1\nf 1 2 3\n'],
])('%s is not a model', (_what, name, text) => {
  expect(() => detect(name, Buffer.from(text, 'latin1'))).toThrow(
    expect.objectContaining({ error: 'file.unsupported' }) as Error,
  );
});

test('an archive is a 3MF only with the extension .3mf', () => {
  expect(detect('a.3mf', samples.zip)).toBe('3mf');
  expect(() => detect('a.zip', samples.zip)).toThrow('不是可以识别的三维模型');
});
