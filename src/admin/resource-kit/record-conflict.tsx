import { ConflictDialog } from '../components/conflict-dialog.tsx';
import type { Row } from '../field-types/field.ts';
import type { Resource } from './define-resource.ts';
import type { InputValues } from './form-values.ts';
import { differencesOf, mergedInputs } from './merge.ts';

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
