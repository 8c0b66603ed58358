import type { Row } from '../field-types/field.ts';
import { bodyOf, inputsOf, type InputValues } from './form-values.ts';
import type { Resource } from './define-resource.ts';

export type Side = 'mine' | 'theirs';

/** A field that the form and the record as it now stands hold different values of. */
export interface Difference {
  name: string;
  mine: unknown;
  theirs: unknown;
  /** Mine where I changed it, theirs where only they did. */
  proposed: Side;
}

/** What differs between the form, which started from `base`, and the record that somebody else saved meanwhile. */
export function differencesOf(
  resource: Resource,
  base: Row,
  inputs: InputValues,
  current: Row,
): Difference[] {
  const mine = bodyOf(resource, inputs);
  const before = bodyOf(resource, inputsOf(resource, base));
  const theirs = bodyOf(resource, inputsOf(resource, current));
  return resource.form
    .filter((name) => !isSame(mine[name], theirs[name]))
    .map((name) => ({
      name,
      mine: mine[name],
      theirs: theirs[name],
      proposed: isSame(mine[name], before[name]) ? 'theirs' : 'mine',
    }));
}

/** The form's inputs after each difference was decided; fields without one are the same on both sides. */
export function mergedInputs(
  resource: Resource,
  inputs: InputValues,
  current: Row,
  decisions: Readonly<Record<string, Side>>,
): InputValues {
  const theirs = inputsOf(resource, current);
  return Object.fromEntries(
    resource.form.map((name) => [name, decisions[name] === 'theirs' ? theirs[name] : inputs[name]]),
  );
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
