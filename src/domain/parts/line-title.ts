import type { PartSize } from './part-code.ts';

/** Orders store the name of the material where the customer entered no name. */
interface NamedLine {
  readonly name: string;
  readonly materialName: string;
}

/** The name that the customer entered; empty without one. */
export const enteredName = ({ name, materialName }: NamedLine): string =>
  name.trim() === materialName ? '' : name.trim();

/** The title of a part without a name. */
export const unnamedTitle = (lineNo: number): string => `零件 ${lineNo}`;

/** The display name of a line. */
export const lineTitle = (line: NamedLine & { readonly lineNo: number }): string =>
  enteredName(line) || unnamedTitle(line.lineNo);

/** The display name of a line after its number: `1. 支架`. */
export function numberedTitle(line: NamedLine & { readonly lineNo: number }): string {
  const name = enteredName(line);
  return name === '' ? unnamedTitle(line.lineNo) : `${line.lineNo}. ${name}`;
}

/** The display name of a line within a sentence: `第1项 支架`. */
export const itemTitle = (lineNo: number, name: string): string =>
  name === '' ? unnamedTitle(lineNo) : `第${lineNo}项 ${name}`;

/** The display name of a library part: its name, or its size in mm. */
export const libraryTitle = (name: string, { length, width, height }: PartSize): string =>
  name || `${length} × ${width} × ${height} mm`;
