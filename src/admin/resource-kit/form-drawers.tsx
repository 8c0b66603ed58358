import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { isObject } from '#providers/browser-storage.ts';
import type { Row } from '../field-types/field.ts';
import { asNew, fieldOf, type Resource } from './define-resource.ts';
import { parseListState } from './list-state.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { RecordForm } from './record-form.tsx';
import { useNavigateWithin } from './use-navigate-within.ts';

/** Twice as wide where something stands beside the form. */
const sizeOf = ({ formAside, formSize }: Resource) => formSize ?? (formAside ? 1040 : undefined);

/** The form of a new record. */
export function CreateDrawer({ resource }: { resource: Resource }) {
  const { goList } = useNavigateWithin(resource);
  const [proposed] = useState(useProposed(resource));
  return (
    <RecordDrawer title={`新增${resource.label}`} size={sizeOf(resource)} onClose={goList}>
      <RecordForm resource={asNew(resource)} proposed={proposed} onClose={goList} />
    </RecordDrawer>
  );
}

/** What the link that was followed proposes, and what the list is filtered by. */
function useProposed(resource: Resource): Row {
  const { state, search } = useLocation() as { state: unknown; search: string };
  const { filters } = parseListState(resource, new URLSearchParams(search));
  const filtered = Object.entries(filters).filter(([name]) => fieldOf(resource, name).fromFilter);
  const linked = isObject(state) && isObject(state['proposed']) ? state['proposed'] : {};
  return { ...Object.fromEntries(filtered), ...linked };
}

/** The form of the record that the address names. */
export function EditDrawer({ resource }: { resource: Resource }) {
  const { id = '' } = useParams();
  const { goList } = useNavigateWithin(resource);
  return (
    <RecordDrawer title={`编辑${resource.label}`} size={sizeOf(resource)} onClose={goList}>
      <RecordForm resource={resource} id={id} onClose={goList} />
    </RecordDrawer>
  );
}
