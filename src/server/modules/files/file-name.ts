import type { FileType } from './file-type.ts';

const MAX_LENGTH = 120;

/** Characters that no system of files takes, that disguise a name, or that would break a line. */
const unfit = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"|?*]/gu;
/** Names that Windows keeps for devices. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A sent name as it is shown and saved: its last part, without what could do harm, not too long, and ending as its
 * content demands. Nothing is ever stored under it.
 */
export function displayName(sent: string, { extensions }: FileType): string {
  const last = sent.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replaceAll(unfit, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const [first = '.pdf'] = extensions;
  const extension = extensions.find((ending) => clean.toLowerCase().endsWith(ending));
  const stem = extension === undefined ? clean : clean.slice(0, -extension.length).trimEnd();
  const ending = extension === undefined ? first : clean.slice(-extension.length);
  const kept = Array.from(stem || 'quotation')
    .slice(0, MAX_LENGTH - ending.length)
    .join('')
    .trimEnd();
  return `${device.test(kept) ? '_' : ''}${kept}${ending}`;
}
