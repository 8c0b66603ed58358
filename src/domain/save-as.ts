/** A file format that cannot be read here, and a format to save it as. */
export interface UnsupportedFormat {
  /** `这里打不开的 TIFF 图片` */
  what: string;
  /** `请另存为 PDF 或 PNG` */
  how: string;
  /** Stored as an attachment, because the shop may have the program. */
  isKept?: true;
}

/** Creo appends version numbers to file names. */
const VERSION = String.raw`(?:\.\d+)?$`;

const formats: readonly (readonly [extensions: string, UnsupportedFormat])[] = [
  [
    'sldprt|sldasm|slddrw|ipt|iam|idw|catpart|catproduct|catdrawing|cgr|prt|asm|drw|par|psm|pwd|f3d|f3z|3dm|fcstd|x_t|x_b|xmt_txt|xmt_bin|sat|sab|jt|skp|model|exp|session|dlv|neu|icd|ics|z3|z3prt|z3asm|exb',
    { what: '设计软件的原生文件', how: '请另存为 STEP', isKept: true },
  ],
  ['stpz|stpx|stpxz|step\\.gz|stp\\.gz', { what: '压缩过的 STEP 文件', how: '请解压成 STEP', isKept: true }],
  [
    'ply|wrl|vrml|x3d|amf|glb|gltf|fbx|dae|3ds|off',
    { what: '显示用的网格', how: '请另存为 STEP，没有时另存为 STL' },
  ],
  ['heic|heif|avif|webp|bmp|gif', { what: '这里打不开的图片', how: '请另存为 JPEG 或 PNG' }],
  ['xlsb|xltx|ods|fods|numbers', { what: '这里读不出的表格', how: '请另存为 .xlsx' }],
  ['tiff?', { what: '这里打不开的 TIFF 图片', how: '请另存为 PDF 或 PNG' }],
  ['rar|7z|tar|tgz|gz|bz2|xz', { what: '这里打不开的压缩包', how: '请解压或改为 ZIP' }],
  [
    'docx?|wps|pptx?|dps|odt|odp|rtf|dwf|dwfx|svg|ai|eps|cdr',
    { what: '不是图纸格式的文档', how: '请另存为 PDF' },
  ],
];

const patterns = formats.map(
  ([extensions, format]) => [new RegExp(String.raw`\.(?:${extensions})${VERSION}`, 'i'), format] as const,
);

/** Finds the format by file name; undefined if it is not in the list. */
export const findUnsupportedFormat = (name: string): UnsupportedFormat | undefined =>
  patterns.find(([pattern]) => pattern.test(name))?.[1];
