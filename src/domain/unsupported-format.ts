/** A file format that the site cannot read, and which format to save it in instead. */
export interface UnsupportedFormat {
  /** `这里打不开的 TIFF 图片` */
  description: string;
  /** `请另存为 PDF 或 PNG` */
  advice: string;
  /** Stored as an attachment, because the shop may have the program. */
  isStored?: true;
}

/** Creo appends version numbers to file names. */
const VERSION = String.raw`(?:\.\d+)?$`;

const formats: readonly (readonly [extensions: string, UnsupportedFormat])[] = [
  [
    'sldprt|sldasm|slddrw|ipt|iam|idw|catpart|catproduct|catdrawing|cgr|prt|asm|drw|par|psm|pwd|f3d|f3z|3dm|fcstd|x_t|x_b|xmt_txt|xmt_bin|sat|sab|jt|skp|model|exp|session|dlv|neu|icd|ics|z3|z3prt|z3asm|exb',
    { description: '设计软件的原生文件', advice: '请另存为 STEP', isStored: true },
  ],
  [
    'stpz|stpx|stpxz|step\\.gz|stp\\.gz',
    { description: '压缩过的 STEP 文件', advice: '请解压成 STEP', isStored: true },
  ],
  [
    'ply|wrl|vrml|x3d|amf|glb|gltf|fbx|dae|3ds|off',
    { description: '显示用的网格', advice: '请另存为 STEP，没有时另存为 STL' },
  ],
  ['heic|heif|avif|webp|bmp|gif', { description: '这里打不开的图片', advice: '请另存为 JPEG 或 PNG' }],
  ['xlsb|xltx|ods|fods|numbers', { description: '这里读不出的表格', advice: '请另存为 .xlsx' }],
  ['tiff?', { description: '这里打不开的 TIFF 图片', advice: '请另存为 PDF 或 PNG' }],
  ['rar|7z|tar|tgz|gz|bz2|xz', { description: '这里打不开的压缩包', advice: '请解压或改为 ZIP' }],
  [
    'docx?|wps|pptx?|dps|odt|odp|rtf|dwf|dwfx|svg|ai|eps|cdr',
    { description: '不是图纸格式的文档', advice: '请另存为 PDF' },
  ],
];

const patterns = formats.map(
  ([extensions, format]) => [new RegExp(String.raw`\.(?:${extensions})${VERSION}`, 'i'), format] as const,
);

/** Finds the format by file name; undefined if it is not in the list. */
export const findUnsupportedFormat = (name: string): UnsupportedFormat | undefined =>
  patterns.find(([pattern]) => pattern.test(name))?.[1];
