/** The drawing number and revision in the name of a part; empty where the name has none. */
export interface PartCode {
  code: string;
  revision: string;
}

/**
 * At the start of a name: letters, digits and `-._/`, then an optional revision: one or two letters, or `rev` and up to three
 * characters. A space, a Chinese character or the end follows: `QM-1024 B 支架`.
 */
const CODE =
  /^([a-z0-9][a-z0-9._/-]{3,39})(?:\s+(?:rev\.?\s*([a-z0-9]{1,3})|([a-z]{1,2})))?(?=\s|$|\p{Script=Han})/iu;

/** Reads drawing number and revision from a part's name. A drawing number has a digit and a letter or dash, so 6061 is none. */
export function readPartCode(name: string): PartCode {
  const [, code = '', afterRev, letters] = CODE.exec(normalized(name)) ?? [];
  if (!/\d/.test(code) || !/[a-z-]/i.test(code)) return { code: '', revision: '' };
  return { code, revision: (afterRev ?? letters ?? '').toUpperCase() };
}

/** Whether two parts may be the same by drawing number and revision. A missing number or revision matches any. */
export function codesAgree(a: PartCode, b: PartCode): boolean {
  const agree = (x: string, y: string) => x === '' || y === '' || x.toUpperCase() === y.toUpperCase();
  return agree(a.code, b.code) && (a.code === '' || b.code === '' || agree(a.revision, b.revision));
}

/** Sizes in mm as entered, in any order. */
export interface PartSize {
  length: number;
  width: number;
  height: number;
}

export type Edges = readonly [number, number, number];

export function longestFirst(edges: Edges): Edges {
  const [long = 0, middle = 0, short = 0] = edges.toSorted((a, b) => b - a);
  return [long, middle, short];
}

/** The edges of a part, longest first. */
export const edgesOf = ({ length, width, height }: PartSize): Edges => longestFirst([length, width, height]);

/** Identifies a part without a model by name, ignoring case and character width, and by edges. */
export const partNameKey = (name: string, size: PartSize): string =>
  `${normalized(name).toUpperCase()}|${edgesOf(size).join('×')}`;

const normalized = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ');
