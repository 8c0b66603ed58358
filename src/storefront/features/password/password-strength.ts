export type Strength = 'weak' | 'fair' | 'strong';

/** Common passwords and fragments, in lower case. The server rejects a longer list in two languages. */
const commonWords =
  /passw[o0]rd|p@ssw[o0]rd|admin|root|welcome|letmein|iloveyou|woaini|mima|quotemill|1314|520|19\d\d|20[0-3]\d/g;
const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv'];
/** Character classes with their alphabet size. */
const characterClasses: readonly [RegExp, number][] = [
  [/\d/, 10],
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[^\p{L}\p{N}]/u, 33],
  [/[^\P{L}A-Za-z]/u, 2000],
];
const FAIR_BITS = 40;
const STRONG_BITS = 64;

/**
 * A visual hint; the server decides. Estimates entropy as bits per character; characters that continue a
 * sequence (aaa, 123, cba, qwe), common words and the user name add nothing.
 */
export function passwordStrength(password: string, username = ''): Strength {
  const bits = unpredictableCount(password, username) * Math.log2(alphabetSize(password));
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

function alphabetSize(password: string): number {
  return characterClasses.reduce(
    (size, [pattern, classSize]) => (pattern.test(password) ? size + classSize : size),
    1,
  );
}

function unpredictableCount(password: string, username: string): number {
  const plain = password.toLowerCase();
  const name = username.toLowerCase();
  const rest = (name.length < 3 ? plain : plain.replaceAll(name, ' ')).replaceAll(commonWords, ' ');
  const characters = Array.from(rest);
  return characters.filter((character, index) => !follows(character, characters[index - 1])).length;
}

function follows(character: string, previous: string | undefined): boolean {
  if (previous === undefined) return false;
  const step = (character.codePointAt(0) ?? 0) - (previous.codePointAt(0) ?? 0);
  if (Math.abs(step) <= 1) return true;
  return keyboardRows.some((row) => row.includes(previous + character) || row.includes(character + previous));
}
