import { useQuery } from '@tanstack/react-query';
import { Form, TreeSelect } from 'antd';
import { useMemo } from 'react';
import type { Row, TreeRefField } from './field.ts';
import { treeQuery, type TreeRecord } from './tree-query.ts';
import styles from './field-types.module.css';

interface Props {
  field: TreeRefField;
  id?: string;
  placeholder: string;
  value?: number;
  onChange?: (value: number | undefined) => void;
}

interface Choice {
  value: number;
  title: string;
  disabled: boolean;
  children: Choice[];
}

/** One record of a tree, found by typing a part of its name. */
export function TreeChoice({ field, ...props }: Props) {
  return <TreeInput {...props} field={field} isOpen={everything} />;
}

const everything = () => true;

/** The same in a form: only what the record may hang below can be chosen. */
export function ParentChoice({ field, record, ...props }: Props & { record?: Row }) {
  const inputs = Form.useWatch<Row | undefined>([], Form.useFormInstance());
  const own = field.isOwn ? record?.[field.sourceId] : undefined;
  const isOpen = (candidate: Row) => field.isChoice?.(candidate, inputs ?? {}) ?? true;
  return <TreeInput {...props} field={field} isOpen={isOpen} own={own} />;
}

interface TreeInputProps extends Props {
  isOpen: (candidate: Row) => boolean;
  /** This record cannot be chosen, and what hangs below it is not shown. */
  own?: unknown;
}

function TreeInput({ field, isOpen, own, ...props }: TreeInputProps) {
  const { data, isFetching } = useQuery(treeQuery(field.source));
  const { root } = field;
  const tree = useMemo(() => data ?? [], [data]);
  const toChoices = (nodes: readonly TreeRecord[]): Choice[] =>
    nodes.flatMap((node) => {
      const value = Number(node[field.sourceId]);
      const isOwn = node[field.sourceId] === own;
      const disabled = isOwn || !isOpen(node);
      const children = isOwn ? [] : toChoices(node.children);
      // What cannot be chosen only leads to what can.
      const isShown = !disabled || isOwn || children.length > 0 || value === props.value;
      return isShown ? [{ value, title: String(node[field.sourceLabel]), disabled, children }] : [];
    });
  const choices = toChoices(tree);
  const above = root === undefined ? [] : [{ value: 0, title: root, disabled: !isOpen({}), children: [] }];
  return (
    <TreeSelect<number | undefined, Choice>
      // What is open at first is decided when the tree is there.
      key={data ? 'tree' : 'waiting'}
      {...props}
      className={styles.wide}
      allowClear={root === undefined}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll={choices.length < 20}
      loading={isFetching && !data}
      // Until the tree is there, the number would stand for the name.
      value={data ? props.value : undefined}
      treeData={[...above, ...choices]}
    />
  );
}
