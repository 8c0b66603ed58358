import { ConflictDialog, type Difference, type Side } from '../components/conflict-dialog.tsx';
import type { Row } from '../field-types/field.ts';
import { type Resource, fieldOf } from './define-resource.ts';
import { type InputValues, bodyOf, inputsOf } from './form-values.ts';
import { textOf } from '../field-types/field-types.ts';

interface Props {
  resource: Resource;
  /** The record that the form started from. */
  base: Row;
  inputs: InputValues;
  /** The record as another user saved it. */
  current: Row;
  /** The form continues with these inputs, based on the current record. */
  onMerge: (inputs: InputValues) => void;
  onDiscard: () => void;
  onCancel: () => void;
}

/** The conflict dialog of the drawer form. */
export function RecordConflict({ resource, base, inputs, current, onMerge, ...rest }: Props) {
  return (
    <ConflictDialog
      title={`${resource.label}已被他人修改`}
      differences={differencesOf(resource, base, inputs, current)}
      onMerge={(sides) => onMerge(mergedInputs(resource, inputs, current, sides))}
      {...rest}
    />
  );
}

/**
 * The fields in which the form, which started from `base`, differs from the record that another user has saved. The
 * form's value is proposed where the user changed it.
 */
function differencesOf(resource: Resource, base: Row, inputs: InputValues, current: Row): Difference[] {
  const mine = bodyOf(resource, inputs);
  const before = bodyOf(resource, inputsOf(resource, base));
  const theirs = bodyOf(resource, inputsOf(resource, current));
  const shown = (name: string, value: unknown) =>
    textOf(fieldOf(resource, name), name, { ...current, [name]: value }) || '（空）';
  return resource.form
    .filter((name) => !isSame(mine[name], theirs[name]))
    .map((name) => ({
      key: name,
      label: fieldOf(resource, name).label,
      before: shown(name, before[name]),
      mine: shown(name, mine[name]),
      theirs: shown(name, theirs[name]),
      proposed: isSame(mine[name], before[name]) ? 'theirs' : 'mine',
    }));
}

/** The form's inputs with the other user's value where it was chosen. */
function mergedInputs(
  resource: Resource,
  inputs: InputValues,
  current: Row,
  sides: ReadonlyMap<string, Side>,
): InputValues {
  const theirs = inputsOf(resource, current);
  return Object.fromEntries(
    resource.form.map((name) => [name, sides.get(name) === 'theirs' ? theirs[name] : inputs[name]]),
  );
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
