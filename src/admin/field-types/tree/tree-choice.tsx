import { Form, TreeSelect } from 'antd';
import { useMemo } from 'react';
import { treePopup } from '../../components/tree/tree-popup.tsx';
import type { Row, TreeRefField } from '../field.ts';
import { type TreeRecord, useTree } from './tree-query.ts';
import styles from '../field-types.module.css';

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

/** A select for one record of a tree; typing a part of a name finds it. */
export function TreeChoice({ field, ...props }: Props) {
  return <TreeInput {...props} field={field} isOpen={everything} />;
}

const everything = () => true;

/** The same in a form, where only possible parents can be chosen. */
export function ParentChoice({ field, record, ...props }: Props & { record?: Row }) {
  const inputs = Form.useWatch<Row | undefined>([], Form.useFormInstance());
  const own = field.isOwn ? record?.[field.sourceId] : undefined;
  const isOpen = (candidate: Row) => field.isChoice?.(candidate, inputs ?? {}) ?? true;
  return <TreeInput {...props} field={field} isOpen={isOpen} own={own} />;
}

interface TreeInputProps extends Props {
  isOpen: (candidate: Row) => boolean;
  /** This record cannot be chosen, and its descendants are not shown. */
  own?: unknown;
}

function TreeInput({ field, isOpen, own, ...props }: TreeInputProps) {
  const { data, isFetching } = useTree(field.source);
  const { root } = field;
  const tree = useMemo(() => data ?? [], [data]);
  const toChoices = (nodes: readonly TreeRecord[]): Choice[] =>
    nodes.flatMap((node) => {
      const value = Number(node[field.sourceId]);
      const isOwn = node[field.sourceId] === own;
      const disabled = isOwn || !isOpen(node);
      const children = isOwn ? [] : toChoices(node.children);
      // Nodes that cannot be chosen are shown if a descendant can.
      const isShown = !disabled || isOwn || children.length > 0 || value === props.value;
      return isShown ? [{ value, title: String(node[field.sourceLabel]), disabled, children }] : [];
    });
  const choices = toChoices(tree);
  const above = root === undefined ? [] : [{ value: 0, title: root, disabled: !isOpen({}), children: [] }];
  return (
    <TreeSelect<number | undefined, Choice>
      // Mounts again when the tree has loaded, because antd opens nodes by default only on mounting.
      key={data ? 'tree' : 'waiting'}
      {...props}
      className={styles.wide}
      popupRender={treePopup(props.id)}
      allowClear={root === undefined}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll={choices.length < 20}
      loading={isFetching && !data}
      // Before the tree has loaded, the select would show the number instead of the name.
      value={data ? props.value : undefined}
      treeData={[...above, ...choices]}
    />
  );
}
