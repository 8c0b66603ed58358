/** What downloads and mail systems put behind the ending of a name: 支架.step(1), 支架.stp.1, 支架.step.txt, 支架.step - 副本. */
const ADDED =
  /(\.(?:step|stp|iges|igs|brep|brp|stl|obj|3mf|pdf|dxf|dwg|png|jpe?g|zip|xlsx|xlsm|xls|csv))(?:\s*[(（]\d{1,3}[)）]|\.\d{1,3}|\.(?:txt|bin)|\s-\s(?:副本|copy))+$/i;

/** A name that ends with its kind. */
export const plainName = (name: string): string => name.replace(ADDED, '$1');

/** The file under that name; its content decides what it is. */
export function plainlyNamed(file: File): File {
  const name = plainName(file.name);
  return name === file.name
    ? file
    : new File([file], name, { type: file.type, lastModified: file.lastModified });
}
