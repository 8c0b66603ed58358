import { expect, test } from 'vitest';
import { textsBy } from '#tests/support/data/listed.ts';
import { findUnsupportedFormat } from './unsupported-format.ts';

const sentence = (name: string): string | undefined => {
  const format = findUnsupportedFormat(name);
  return format && `${format.description}${format.advice}`;
};

const sentences = textsBy(`
  设计软件的原生文件请另存为 STEP = a.SLDPRT | a.x_t | a.prt.3
  压缩过的 STEP 文件请解压成 STEP = a.stpZ | a.stp.gz
  这里打不开的图片请另存为 JPEG 或 PNG = IMG_1.HEIC
  这里读不出的表格请另存为 .xlsx = 清单.ods | 清单.xlsb
  这里打不开的 TIFF 图片请另存为 PDF 或 PNG = a.tif | a.TIFF
  这里打不开的压缩包请解压或改为 ZIP = a.rar | a.7z
  不是图纸格式的文档请另存为 PDF = a.docx
  显示用的网格请另存为 STEP，没有时另存为 STL = a.glb
   = a.step | a.txt | heic
`);
test.each(sentences)('%s: %s', (expected, names) => {
  for (const name of names) expect([name, sentence(name) ?? '']).toEqual([name, expected]);
});
