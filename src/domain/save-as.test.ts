import { expect, test } from 'vitest';
import { otherFormat } from './save-as.ts';

const sentence = (name: string): string | undefined => {
  const format = otherFormat(name);
  return format && `${format.what}${format.how}`;
};

test.each([
  ['a.SLDPRT', '设计软件的原生文件请另存为 STEP'],
  ['a.x_t', '设计软件的原生文件请另存为 STEP'],
  ['a.prt.3', '设计软件的原生文件请另存为 STEP'],
  ['a.stpZ', '压缩过的 STEP 文件请解压成 STEP'],
  ['a.stp.gz', '压缩过的 STEP 文件请解压成 STEP'],
  ['IMG_1.HEIC', '这里打不开的图片请另存为 JPEG 或 PNG'],
  ['a.tif', '这里打不开的 TIFF 图片请另存为 PDF 或 PNG'],
  ['a.TIFF', '这里打不开的 TIFF 图片请另存为 PDF 或 PNG'],
  ['a.rar', '这里打不开的压缩包请解压或改为 ZIP'],
  ['a.7z', '这里打不开的压缩包请解压或改为 ZIP'],
  ['a.docx', '不是图纸格式的文档请另存为 PDF'],
  ['a.glb', '显示用的网格请另存为 STEP，没有时另存为 STL'],
  ['a.step', undefined],
  ['a.txt', undefined],
  ['heic', undefined],
])('what to save in place of %s', (name, expected) => {
  expect(sentence(name)).toBe(expected);
});
