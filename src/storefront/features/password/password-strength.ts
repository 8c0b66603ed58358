/** How hard a password is to guess. */
export type Strength = 'weak' | 'fair' | 'strong';

/** The first guesses, in lower case. The server has a longer list in two languages and refuses those. */
const commonWords =
  /passw[o0]rd|p@ssw[o0]rd|admin|root|welcome|letmein|iloveyou|woaini|mima|quotemill|1314|520|19\d\d|20[0-3]\d/g;
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv'];
/** Character classes with their size for a guesser. */
const kinds: readonly [RegExp, number][] = [
  [/\d/, 10],
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[^\p{L}\p{N}]/u, 33],
  [/[^\P{L}A-Za-z]/u, 2000],
];
const FAIR_BITS = 40;
const STRONG_BITS = 64;

/**
 * A visual hint; the server's rule decides. Adds up bits of entropy per character; characters that follow from the
 * previous one (aaa, 123, cba, qwe), common words and the user's name count as nothing.
 */
export function passwordStrength(password: string, username = ''): Strength {
  const bits = surprises(password, username) * Math.log2(alphabetOf(password));
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

function alphabetOf(password: string): number {
  return kinds.reduce((size, [kind, more]) => (kind.test(password) ? size + more : size), 1);
}

function surprises(password: string, username: string): number {
  const plain = password.toLowerCase();
  const own = username.toLowerCase();
  const rest = (own.length < 3 ? plain : plain.replaceAll(own, ' ')).replaceAll(commonWords, ' ');
  const characters = Array.from(rest);
  return characters.filter((character, at) => !follows(character, characters[at - 1])).length;
}

function follows(character: string, before: string | undefined): boolean {
  if (before === undefined) return false;
  const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  if (Math.abs(step) <= 1) return true;
  return rows.some((row) => row.includes(before + character) || row.includes(character + before));
}
