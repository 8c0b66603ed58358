import { ReadingError } from '../model-reading.ts';

export interface XmlReader {
  /** Element names lack their namespace prefix, attributes keep it; `text` reads the text up to the next tag. */
  open: (name: string, attributes: ReadonlyMap<string, string>, text: () => string) => void;
  close: (name: string) => void;
}

const MAX_DEPTH = 100;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Reads the elements and attributes of an XML document, and text on demand. Throws 'forbidden-markup' at a document type
 * or an entity other than the five of XML, before expanding it, and 'damaged' if the document is not well-formed.
 */
export function readXml(text: string, reader: XmlReader): void {
  const stack: string[] = [];
  let hasRoot = false;
  for (let from = text.indexOf('<'); from >= 0; from = text.indexOf('<', from)) {
    const skipped = skipNonElement(text, from);
    if (skipped !== undefined) {
      from = skipped;
      continue;
    }
    const end = endOfTag(text, from);
    const isClosing = text[from + 1] === '/';
    if (isClosing) {
      const name = text.slice(from + 2, end).trim();
      if (stack.pop() !== name) throw new ReadingError('damaged');
      reader.close(localName(name));
    } else {
      const isEmpty = text[end - 1] === '/';
      const [name = ''] = /^[^\s/>]*/.exec(text.slice(from + 1, Math.min(end, from + 200))) ?? [];
      if (!name || stack.length >= MAX_DEPTH || (stack.length === 0 && hasRoot))
        throw new ReadingError('damaged');
      hasRoot = true;
      reader.open(
        localName(name),
        readAttributes(text.slice(from + 1 + name.length, isEmpty ? end - 1 : end)),
        () => (isEmpty ? '' : text.slice(end + 1, text.indexOf('<', end + 1))),
      );
      if (isEmpty) reader.close(localName(name));
      else stack.push(name);
    }
    from = end + 1;
  }
  if (stack.length > 0 || !hasRoot) throw new ReadingError('damaged');
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The end of a comment, processing instruction or CDATA section; undefined at a tag. */
function skipNonElement(text: string, from: number): number | undefined {
  for (const [start, end] of [
    ['<?', '?>'],
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
  ] as const) {
    if (!text.startsWith(start, from)) continue;
    const endIndex = text.indexOf(end, from + start.length);
    if (endIndex < 0) throw new ReadingError('damaged');
    return endIndex + end.length;
  }
  if (text[from + 1] === '!') throw new ReadingError('forbidden-markup');
  return undefined;
}

/** The position of the `>` that ends a tag, which may also be part of an attribute's value. */
function endOfTag(text: string, from: number): number {
  let quote = '';
  for (let i = from + 1; i < text.length; i++) {
    const char = text[i] as string;
    if (quote) {
      if (char === quote) quote = '';
    } else if (char === '>') return i;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '<') break;
  }
  throw new ReadingError('damaged');
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let endOfMatches = 0;
  for (const match of text.matchAll(/\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy)) {
    const [whole, name = '', double, single] = match;
    if (attributes.has(name)) throw new ReadingError('damaged');
    attributes.set(name, unescape(double ?? single ?? ''));
    endOfMatches = match.index + whole.length;
  }
  if (text.slice(endOfMatches).trim() !== '') throw new ReadingError('damaged');
  return attributes;
}

function unescape(value: string): string {
  if (!value.includes('&')) return value;
  return value.replaceAll(/&([^;]*);?/g, (_, name: string) => {
    const code = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name);
    const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] ? 16 : 10) : undefined;
    if (point !== undefined && point <= 0x10ffff) return String.fromCodePoint(point);
    const character = Object.hasOwn(entities, name) ? entities[name] : undefined;
    if (character === undefined) throw new ReadingError('forbidden-markup');
    return character;
  });
}
