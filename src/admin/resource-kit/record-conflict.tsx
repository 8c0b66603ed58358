import { ConflictDialog, type Difference, type Side } from '../components/conflict-dialog.tsx';
import type { Row } from '../field-types/field.ts';
import { type Resource, fieldOf } from './define-resource.ts';
import { type InputValues, bodyOf, inputsOf } from './form-values.ts';
import { textOf } from '../field-types/field-types.ts';

interface Props {
  resource: Resource;
  /** The record that the input is based on. */
  base: Row;
  inputs: InputValues;
  /** The record saved by another user. */
  current: Row;
  /** Continues with these inputs, based on the current record. */
  onMerge: (inputs: InputValues) => void;
  onDiscard: () => void;
  onCancel: () => void;
}

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
 * The fields with different values in the form and in the record saved by another user. Proposes the form's value if the
 * user has changed it.
 */
function differencesOf(resource: Resource, base: Row, inputs: InputValues, current: Row): Difference[] {
  const mine = bodyOf(resource, inputs);
  const before = bodyOf(resource, inputsOf(resource, base));
  const theirs = bodyOf(resource, inputsOf(resource, current));
  const displayText = (name: string, value: unknown) =>
    textOf(fieldOf(resource, name), name, { ...current, [name]: value }) || '（空）';
  return resource.form
    .filter((name) => !isSame(mine[name], theirs[name]))
    .map((name) => ({
      key: name,
      label: fieldOf(resource, name).label,
      before: displayText(name, before[name]),
      mine: displayText(name, mine[name]),
      theirs: displayText(name, theirs[name]),
      proposed: isSame(mine[name], before[name]) ? 'theirs' : 'mine',
    }));
}

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
