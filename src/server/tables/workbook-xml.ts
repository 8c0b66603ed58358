import { SaxesParser } from 'saxes';
import { UnreadableFile } from './unreadable-file.ts';
import { DAMAGED } from './workbook-archive.ts';

/** The attributes of an element, by their names with prefix. */
export type Attributes = Readonly<Record<string, string>>;

interface Events {
  /** `name` has no prefix. */
  open: (name: string, attributes: Attributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Parses an XML file of the workbook; a missing file has no elements. Throws `UnreadableFile` for invalid XML. */
export function walkXml(content: Buffer | undefined, { open, close, text }: Events): void {
  if (!content) return;
  const parser = new SaxesParser();
  parser.on('error', (cause) => {
    throw new UnreadableFile(DAMAGED, { cause });
  });
  parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes));
  if (close) parser.on('closetag', ({ name }) => close(localName(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.write(content.toString('utf8')).close();
}

/** Decodes `_xHHHH_`, which stands for a character that XML does not allow (ECMA-376 part 1, 22.9.2.19). */
export const unescapeText = (text: string): string =>
  text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_match, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
