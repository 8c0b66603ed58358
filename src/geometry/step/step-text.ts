/** Entities of a STEP file that the kernel does not expose: products, assembly, units. */
export interface StepText {
  /** Entities by number, only those of `entityTypes`. */
  entities: ReadonlyMap<number, StepEntity>;
  hasBrep: boolean;
  isTessellated: boolean;
  refersToFiles: boolean;
  /** Whether some of its parts are in other STEP files. */
  refersToModels: boolean;
}

export interface StepEntity {
  type: string;
  /** The text between the parentheses; the complete text of a complex entity. */
  parameters: string;
}

/** Types of solids; the kernel uses the same names. */
export const solidTypes = ['MANIFOLD_SOLID_BREP', 'BREP_WITH_VOIDS', 'FACETED_BREP'] as const;

const entityTypes = [
  ...solidTypes,
  'PRODUCT',
  'PRODUCT_DEFINITION',
  'PRODUCT_DEFINITION_FORMATION',
  'PRODUCT_DEFINITION_FORMATION_WITH_SPECIFIED_SOURCE',
  'PRODUCT_DEFINITION_SHAPE',
  'NEXT_ASSEMBLY_USAGE_OCCURRENCE',
  'SHAPE_DEFINITION_REPRESENTATION',
  'SHAPE_REPRESENTATION_RELATIONSHIP',
  'SHAPE_REPRESENTATION',
  'ADVANCED_BREP_SHAPE_REPRESENTATION',
  'FACETED_BREP_SHAPE_REPRESENTATION',
  'MANIFOLD_SURFACE_SHAPE_REPRESENTATION',
  'REPRESENTATION_MAP',
  'MAPPED_ITEM',
  'LENGTH_MEASURE_WITH_UNIT',
];

const entityPattern = new RegExp(
  String.raw`#(\d+)\s*=\s*(?:(${entityTypes.join('|')})\s*\(((?:'[^']*'|[^';])*)\)|(\((?:'[^']*'|[^';])*(?:LENGTH_UNIT|LENGTH_MEASURE_WITH_UNIT|GLOBAL_UNIT_ASSIGNED_CONTEXT)(?:'[^']*'|[^';])*\)))\s*;`,
  'g',
);

export function readStepText(text: string): StepText {
  const entities = new Map<number, StepEntity>();
  for (const [, id, type, parameters, complex] of text.matchAll(entityPattern)) {
    entities.set(Number(id), { type: type ?? 'COMPLEX', parameters: parameters ?? complex ?? '' });
  }
  return {
    entities,
    hasBrep: /\b(?:MANIFOLD_SOLID_BREP|BREP_WITH_VOIDS|FACETED_BREP|ADVANCED_FACE|FACE_SURFACE)\s*\(/.test(
      text,
    ),
    isTessellated: /\b(?:COMPLEX_)?(?:TRIANGULATED|TESSELLATED)_(?:FACE|SOLID|SHELL|SURFACE_SET)\s*\(/.test(
      text,
    ),
    refersToFiles:
      /\b(?:DOCUMENT_FILE|EXTERNALLY_DEFINED_\w+|APPLIED_EXTERNAL_IDENTIFICATION_ASSIGNMENT)\s*\(/.test(text),
    refersToModels: /\bDOCUMENT_FILE\s*\(\s*'[^']*\.(?:stpz?|step|p21)'/i.test(text),
  };
}

/** Numbers of the entities that parameters refer to, in their order. */
export const referencesIn = (parameters: string): number[] =>
  [...parameters.replaceAll(/'[^']*'/g, '').matchAll(/#(\d+)/g)].map(([, id]) => Number(id));

/** The strings of parameters, in their order. */
export const stringsIn = (parameters: string): string[] =>
  [...parameters.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) =>
    decodeString(value.replaceAll("''", "'")),
  );

/**
 * ISO 10303-21 breaks lines anywhere in a string, and encodes non-ASCII characters as `\X2\4E2D\X0\`, `\X4\…\X0\`, `\X\E9` or
 * `\S\i`.
 */
function decodeString(value: string): string {
  const decodeHex = (digits: string, size: number) =>
    (digits.match(new RegExp(`.{${size}}`, 'g')) ?? [])
      .map((code) => codePoint(Number.parseInt(code, 16)))
      .join('');
  return value
    .replaceAll(/[\r\n]/g, '')
    .replaceAll(/\\X2\\([0-9A-Fa-f]*)\\X0\\/g, (_, digits: string) => decodeHex(digits, 4))
    .replaceAll(/\\X4\\([0-9A-Fa-f]*)\\X0\\/g, (_, digits: string) => decodeHex(digits, 8))
    .replaceAll(/\\X\\([0-9A-Fa-f]{2})/g, (_, digits: string) => decodeHex(digits, 2))
    .replaceAll(/\\S\\(.)/g, (_, letter: string) => codePoint(letter.charCodeAt(0) + 128))
    .replaceAll('\\\\', '\\')
    .trim();
}

const codePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
