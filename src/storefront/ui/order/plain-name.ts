/** Suffixes that browsers and mail programs append after the extension: 支架.step(1), 支架.stp.1, 支架.step.txt, 支架.step - 副本. */
const APPENDED =
  /(\.(?:step|stp|iges|igs|brep|brp|stl|obj|3mf|pdf|dxf|dwg|png|jpe?g|zip|xlsx|xlsm|xls|csv))(?:\s*[(（]\d{1,3}[)）]|\.\d{1,3}|\.(?:txt|bin)|\s-\s(?:副本|copy))+$/i;

/** Strips the suffixes in `APPENDED`, so that the name ends with its extension. */
export const plainName = (name: string): string => name.replace(APPENDED, '$1');

/** Renames a file to its plain name. Its content, not its name, decides its type. */
export function withPlainName(file: File): File {
  const name = plainName(file.name);
  return name === file.name
    ? file
    : new File([file], name, { type: file.type, lastModified: file.lastModified });
}
