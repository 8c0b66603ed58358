import { lazy, Suspense, type ComponentProps } from 'react';
import { parsePositiveInt } from '#domain/parse-number.ts';
import { pathTo } from '../../components/tree/tree.ts';
import type { Row, TreeRefField } from '../field.ts';
import type { FieldType } from '../field-type.ts';
import { type TreeRecord, useTree } from './tree-query.ts';
import styles from '../field-types.module.css';

// Loaded on demand, because lists and most forms contain no tree.
const TreeChoice = lazy(() => import('./tree-choice.tsx').then((m) => ({ default: m.TreeChoice })));
const FormTreeChoice = lazy(() => import('./tree-choice.tsx').then((m) => ({ default: m.FormTreeChoice })));

export const treeRef: FieldType<TreeRefField, number, number | undefined, number> = {
  text: (value, field, record) => recordName(value, field, record) ?? `#${value}`,
  cell: (value, field, record) =>
    recordName(value, field, record) ?? <TreePath field={field} value={value} />,
  input: (field, context) => (
    <LazyFormTreeChoice field={field} record={context?.record} placeholder={`请选择${field.label}`} />
  ),
  filter: {
    control: (field, { id, value, onChange }) => (
      <Suspense fallback={<div className={styles.inputPlaceholder} />}>
        <TreeChoice field={field} id={id} value={value} onChange={onChange} placeholder="全部" />
      </Suspense>
    ),
    parse: parsePositiveInt,
    format: String,
    query: (name, value) => [{ field: name, operator: 'eq', value }],
  },
  width: 160,
};

/** The form adds id, value and onChange. */
function LazyFormTreeChoice(props: ComponentProps<typeof FormTreeChoice>) {
  return (
    <Suspense fallback={<div className={styles.inputPlaceholder} />}>
      <FormTreeChoice {...props} />
    </Suspense>
  );
}

function recordName(value: number, { nameIn, root }: TreeRefField, record: Row): string | undefined {
  if (value === 0 && root !== undefined) return root;
  const name = nameIn === undefined ? undefined : record[nameIn];
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** The record with its ancestors; the id while the tree loads. */
function TreePath({ field, value }: { field: TreeRefField; value: number }) {
  const { data = [] } = useTree(field.source);
  const path = pathTo<TreeRecord>(data, (node) => Number(node[field.sourceId]), value);
  return <>{path.map((node) => String(node[field.sourceLabel])).join(' / ') || `#${value}`}</>;
}
