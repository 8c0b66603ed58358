/** How long a password stands against guessing. */
export type Strength = 'weak' | 'fair' | 'strong';

/** What guessers try first, in lower case. Two languages' worth of them is on the server, which refuses those. */
const usual =
  /passw[o0]rd|p@ssw[o0]rd|admin|root|welcome|letmein|iloveyou|woaini|mima|quotemill|1314|520|19\d\d|20[0-3]\d/g;
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv'];
/** Kinds of characters, and how many of each a guesser has to try. */
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
 * A hint for the eye, not the rule: that is the server's. Counts the bits of a guess character by character; one that
 * follows from the one before (aaa, 123, cba, qwe), a usual word and the user's own name count as nothing.
 */
export function strengthOf(password: string, username = ''): Strength {
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
  const rest = (own.length < 3 ? plain : plain.replaceAll(own, ' ')).replaceAll(usual, ' ');
  const characters = Array.from(rest);
  return characters.filter((character, at) => !follows(character, characters[at - 1])).length;
}

function follows(character: string, before: string | undefined): boolean {
  if (before === undefined) return false;
  const step = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
  if (Math.abs(step) <= 1) return true;
  return rows.some((row) => row.includes(before + character) || row.includes(character + before));
}
