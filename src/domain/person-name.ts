/** Invisible characters, and those that turn the text around them: of zero width, direction marks, letters that are blanks. */
const hidden = /[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u;
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu;

/** Could the name look like another one, or like none? */
export const hasHiddenCharacters = (name: string): boolean => hidden.test(name);

/** Is there nothing to read? */
export const isBlankName = (name: string): boolean => name.replaceAll(unseen, '') === '';
