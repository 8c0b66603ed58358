/** Group codes and values in turn, the first of them 0 and the kind of the object. */
export type Groups = readonly (string | number)[];

interface DxfParts {
  entities: readonly Groups[];
  /** The objects of each block. */
  blocks?: Readonly<Record<string, readonly Groups[]>>;
  layers?: readonly Groups[];
  lineTypes?: readonly Groups[];
  /** Code page in the header. */
  codePage?: string;
}

const lines = (groups: Groups) => groups.map((value) => `${value}\n`).join('');

const table = (name: string, records: readonly Groups[]) =>
  lines([0, 'TABLE', 2, name, 70, records.length]) + records.map(lines).join('') + lines([0, 'ENDTAB']);

const section = (name: string, content: string) =>
  lines([0, 'SECTION', 2, name]) + content + lines([0, 'ENDSEC']);

/** The text of a DXF file with these objects. */
export function dxfFile({
  entities,
  blocks = {},
  layers = [],
  lineTypes = [],
  codePage = 'ANSI_936',
}: DxfParts): string {
  const blockTexts = Object.entries(blocks).map(
    ([name, content]) =>
      lines([0, 'BLOCK', 8, '0', 2, name, 70, 0, 10, 0, 20, 0, 30, 0]) +
      content.map(lines).join('') +
      lines([0, 'ENDBLK', 8, '0']),
  );
  return [
    section('HEADER', lines([9, '$ACADVER', 1, 'AC1015', 9, '$DWGCODEPAGE', 3, codePage])),
    section(
      'TABLES',
      (lineTypes.length > 0 ? table('LTYPE', lineTypes) : '') +
        (layers.length > 0 ? table('LAYER', layers) : ''),
    ),
    section('BLOCKS', blockTexts.join('')),
    section('ENTITIES', entities.map(lines).join('')),
    lines([0, 'EOF']),
  ].join('');
}

/** An object by its groups, as in `10 0 20 0 40 5`; `more` come first. */
export const object = (kind: string, groups: string, more: Groups = []): Groups => [
  0,
  kind,
  8,
  '0',
  ...more,
  ...groups.split(' '),
];

export const line = (x1: number | string, y1: number, x2: number, y2: number, more: Groups = []): Groups =>
  object('LINE', `10 ${x1} 20 ${y1} 11 ${x2} 21 ${y2}`, more);

export const circle = (x: number, y: number, radius: number, more: Groups = []): Groups =>
  object('CIRCLE', `10 ${x} 20 ${y} 40 ${radius}`, more);

export const insert = (name: string, groups = '10 0 20 0'): Groups => object('INSERT', groups, [2, name]);
