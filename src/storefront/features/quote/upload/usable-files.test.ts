import { describe, expect, test } from 'vitest';
import { readFolders } from './dropped-folders.ts';
import { attachedOnlyText, refusedText } from './refused-files.ts';
import { filesOfFolder, ignoredText, type PickedFiles } from './usable-files.ts';

function fileAt(path: string): File {
  const file = new File(['a'], path.split('/').at(-1) ?? '');
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  return file;
}
const namesOf = ({ files }: PickedFiles) => files.map(({ name }) => name);

describe('a chosen folder', () => {
  test('gives its models and drawings in the order of their paths, and reports what it left out', () => {
    const picked = filesOfFolder(
      [
        '件/b.step',
        '件/a.STL(1)',
        '件/图/a.pdf',
        '件/报价.xlsx',
        '件/旧.xlsx',
        '件/README',
        '件/.DS_Store',
        '件/Thumbs.db',
      ].map(fileAt),
    );
    expect(namesOf(picked)).toEqual(['a.pdf', 'a.STL(1)', 'b.step']);
    expect(ignoredText(picked)).toBe('文件夹里有 3 个文件不是模型或图纸，没有加入：xlsx 2 个、无扩展名 1 个');
  });

  test('is cut at 500 files and six levels', () => {
    const many = filesOfFolder(Array.from({ length: 503 }, (_, n) => fileAt(`件/${n}.step`)));
    expect([many.files.length, ignoredText(many)]).toEqual([500, '文件太多，只加入前 500 个']);
    expect(namesOf(filesOfFolder(['1/2/3/4/5/6/a.step', '1/2/3/4/5/6/7/b.step'].map(fileAt)))).toEqual([
      'a.step',
    ]);
  });

  test('with native CAD files says how to make them readable', () => {
    const files = ['件/a.SLDPRT', '件/b.prt.3', '件/c.zip'].map(fileAt);
    expect(filesOfFolder(files)).toMatchObject({ files, ignoredNames: [] });
    expect(attachedOnlyText(files)).toBe(
      '“a.SLDPRT”、“b.prt.3”是设计软件的原生文件，读不出尺寸，已作为附件随报价交给我们；要自动报价请另存为 STEP 后再加入；“c.zip”是压缩包，读不出尺寸，已作为附件随报价交给我们；要自动报价请解压后再加入',
    );
  });

  test('with unsupported pictures and archives says what to save instead', () => {
    const names = ['a.HEIC', 'b.rar', 'c.7z', 'e.tiff'];
    expect(refusedText(names.map(fileAt), [])).toBe(
      [
        '“a.HEIC”是这里打不开的图片，没有加入，请另存为 JPEG 或 PNG 后再加入',
        '“b.rar”、“c.7z”是这里打不开的压缩包，没有加入，请解压或改为 ZIP 后再加入',
        '“e.tiff”是这里打不开的 TIFF 图片，没有加入，请另存为 PDF 或 PNG 后再加入',
      ].join('；'),
    );
    expect(ignoredText(filesOfFolder(['x/a.heic', 'x/b.heic', 'x/c.step'].map(fileAt)))).toBe(
      '文件夹里有 2 个文件不是模型或图纸，没有加入：heic 2 个；这里打不开的图片请另存为 JPEG 或 PNG 后再加入',
    );
  });
});

const entry = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (done: (file: File) => void) => done(new File(['a'], name)),
});
function folder(name: string, entries: readonly object[]) {
  const left = [...entries];
  const readEntries = (done: (some: object[]) => void) => done(left.splice(0, 100));
  return { name, isFile: false, isDirectory: true, createReader: () => ({ readEntries }) };
}
const drop = (plain: readonly string[], folders: readonly ReturnType<typeof folder>[]) =>
  readFolders(
    [...plain, ...folders.map(({ name }) => name)].map((name) => new File(['a'], name)),
    folders as unknown as FileSystemDirectoryEntry[],
  );

describe('a dropped folder', () => {
  test('is filtered like a chosen one; a plain file beside it is always taken', async () => {
    const inner = folder('图', [entry('b.pdf'), entry('说明.docx')]);
    const picked = await drop(
      ['other.txt'],
      [folder('件', [entry('c.step'), inner, entry('.x.step'), entry('a.stl')])],
    );
    expect(namesOf(picked)).toEqual(['other.txt', 'b.pdf', 'a.stl', 'c.step']);
    expect(picked.ignoredNames).toEqual(['说明.docx']);
  });
});
