/** Matches texts whose characters are in all document fonts. */
const COMMON = /^[\n\r\t\x20-\x7E\u00A0-\u00FF\u2010-\u2027\u3001-\u3011\u4E00-\u9FA5\uFF01-\uFF5E\u3000]*$/;

export const isCommonText = (text: string): boolean => COMMON.test(text);

/** The characters of a text that a document may not be able to print, each once. */
export const uncommonCharacters = (text: string): string =>
  [...new Set(text)].filter((character) => !isCommonText(character)).join('');

/** `“ก”（U+0E01）` */
export const characterName = (character: string): string =>
  `“${character}”（U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}）`;
