import type { FileType } from './file-type.ts';

const MAX_LENGTH = 120;

/** Characters that file systems reject, that disguise a name, or that break a line. */
const unsafeCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"|?*]/gu;
/** Names that Windows reserves for devices. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Makes a sender's file name safe for display and download: its last path segment, without dangerous characters, of
 * limited length, with an extension that fits the content. Files are never stored under this name.
 */
export function displayName(sentName: string, { extensions }: FileType): string {
  const lastSegment = sentName.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = lastSegment
    .replaceAll(unsafeCharacters, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const [defaultExtension = '.pdf'] = extensions;
  const extension = extensions.find((ending) => clean.toLowerCase().endsWith(ending));
  const stem = extension === undefined ? clean : clean.slice(0, -extension.length).trimEnd();
  const ending = extension === undefined ? defaultExtension : clean.slice(-extension.length);
  const shortened = Array.from(stem || 'quotation')
    .slice(0, MAX_LENGTH - ending.length)
    .join('')
    .trimEnd();
  return `${deviceName.test(shortened) ? '_' : ''}${shortened}${ending}`;
}
