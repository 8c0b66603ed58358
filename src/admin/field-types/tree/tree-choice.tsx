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

export function TreeChoice({ field, ...props }: Props) {
  return <TreeInput {...props} field={field} canChoose={always} />;
}

const always = () => true;

/** For forms: only records that the field allows can be chosen. */
export function FormTreeChoice({ field, record, ...props }: Props & { record?: Row }) {
  const inputs = Form.useWatch<Row | undefined>([], Form.useFormInstance());
  const ownId = field.isSelfReference ? record?.[field.sourceId] : undefined;
  const canChoose = (candidate: Row) => field.canChoose?.(candidate, inputs ?? {}) ?? true;
  return <TreeInput {...props} field={field} canChoose={canChoose} ownId={ownId} />;
}

interface TreeInputProps extends Props {
  canChoose: (candidate: Row) => boolean;
  /** The id of the edited record: it cannot be chosen, and its descendants are hidden. */
  ownId?: unknown;
}

function TreeInput({ field, canChoose, ownId, ...props }: TreeInputProps) {
  const { data, isFetching } = useTree(field.source);
  const { root } = field;
  const tree = useMemo(() => data ?? [], [data]);
  const toChoices = (nodes: readonly TreeRecord[]): Choice[] =>
    nodes.flatMap((node) => {
      const value = Number(node[field.sourceId]);
      const isEditedRecord = node[field.sourceId] === ownId;
      const disabled = isEditedRecord || !canChoose(node);
      const children = isEditedRecord ? [] : toChoices(node.children);
      // Disabled nodes are shown only if they are the edited record, the current value, or an ancestor of a shown node.
      const isShown = !disabled || isEditedRecord || children.length > 0 || value === props.value;
      return isShown ? [{ value, title: String(node[field.sourceLabel]), disabled, children }] : [];
    });
  const choices = toChoices(tree);
  const rootChoice =
    root === undefined ? [] : [{ value: 0, title: root, disabled: !canChoose({}), children: [] }];
  return (
    <TreeSelect<number | undefined, Choice>
      // Remounts when the tree has loaded, because antd expands nodes only on mounting.
      key={data ? 'tree' : 'waiting'}
      {...props}
      className={styles.wide}
      popupRender={treePopup(props.id)}
      allowClear={root === undefined}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll={choices.length < 20}
      loading={isFetching && !data}
      // Until the tree has loaded, antd would show the id.
      value={data ? props.value : undefined}
      treeData={[...rootChoice, ...choices]}
    />
  );
}
