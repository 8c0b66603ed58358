import { useState } from 'react';
import { useLocation } from 'react-router';
import { isObject } from '#providers/browser-storage.ts';
import type { Row } from '../field-types/field.ts';
import { withCreateForm, fieldOf, type DrawerProps, type Resource } from './define-resource.ts';
import { parseListState } from './list/list-state.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { RecordForm } from './record-form.tsx';

const sizeOf = ({ formAside, formSize }: Resource) => formSize ?? (formAside ? 1040 : undefined);

export function CreateDrawer({ resource, onClose }: DrawerProps) {
  const [proposed] = useState(useProposedValues(resource));
  return (
    <RecordDrawer title={`新增${resource.label}`} size={sizeOf(resource)} onClose={onClose}>
      <RecordForm resource={withCreateForm(resource)} proposed={proposed} onClose={onClose} />
    </RecordDrawer>
  );
}

/** Initial values from the link that opened the form, and from the list's filters. */
function useProposedValues(resource: Resource): Row {
  const { state, search } = useLocation() as { state: unknown; search: string };
  const { filters } = parseListState(resource, new URLSearchParams(search));
  const filtered = Object.entries(filters).filter(([name]) => fieldOf(resource, name).fromFilter);
  const linked = isObject(state) && isObject(state['proposed']) ? state['proposed'] : {};
  return { ...Object.fromEntries(filtered), ...linked };
}

export function CopyDrawer({ resource, id, onClose }: DrawerProps) {
  return (
    <RecordDrawer title={`复制${resource.label}`} size={sizeOf(resource)} onClose={onClose}>
      <RecordForm resource={withCreateForm(resource)} copyOf={id} onClose={onClose} />
    </RecordDrawer>
  );
}

export function EditDrawer({ resource, id, onClose }: DrawerProps) {
  return (
    <RecordDrawer title={`修改${resource.label}`} size={sizeOf(resource)} onClose={onClose}>
      <RecordForm resource={resource} id={id} onClose={onClose} />
    </RecordDrawer>
  );
}
