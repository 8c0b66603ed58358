/** Default names that kernels, translators and exporters write. */
const DEFAULT_NAMES: readonly RegExp[] = [
  /^open ?cascade\b/i,
  // A label of the kernel's document: =>[0:1:1:2]
  /^=>\[[\d:]+\]$/,
  /^(?:unnamed|untitled|unknown|noname|none|null|default|solid|shell|compound|assembly|manifold[ _-]?solid[ _-]?brep|brep|body|shape|mesh|object)[ _.-]?\d*$/i,
  /^(?:exported (?:from|by)|(?:stl )?(?:created|generated) (?:by|with|from)|openscad[ _]model|vcg|ascii|binary)\b/i,
  /^[\s\d._-]*$/,
];

/** The name that a user gave a body; undefined if it has none, or only the default name of a program. */
export function bodyName(name: string | undefined): string | undefined {
  const trimmed = name?.trim() ?? '';
  return DEFAULT_NAMES.some((pattern) => pattern.test(trimmed)) ? undefined : trimmed;
}
