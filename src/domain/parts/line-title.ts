import type { PartSize } from './part-code.ts';

/** The names of a line. Orders store the name of the material where the customer entered none. */
interface NamedLine {
  readonly name: string;
  readonly materialName: string;
}

/** The customer's name of the part; empty without one. */
export const ownName = ({ name, materialName }: NamedLine): string =>
  name.trim() === materialName ? '' : name.trim();

/** The title of a part without a name. */
export const unnamedTitle = (lineNo: number): string => `零件 ${lineNo}`;

/** The name of a line wherever people read it. */
export const lineTitle = (line: NamedLine & { readonly lineNo: number }): string =>
  ownName(line) || unnamedTitle(line.lineNo);

/** The name of a line behind its number, `1. 支架`. */
export function numberedTitle(line: NamedLine & { readonly lineNo: number }): string {
  const name = ownName(line);
  return name === '' ? unnamedTitle(line.lineNo) : `${line.lineNo}. ${name}`;
}

/** The name of a line within a sentence, `第1项 支架`. */
export const itemTitle = (lineNo: number, name: string): string =>
  name === '' ? unnamedTitle(lineNo) : `第${lineNo}项 ${name}`;

/** The name of a part of the library; its size in mm where it has no name. */
export const libraryTitle = (name: string, { length, width, height }: PartSize): string =>
  name || `${length} × ${width} × ${height} mm`;
