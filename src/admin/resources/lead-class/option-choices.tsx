import { TreeSelect } from 'antd';
import { processes } from '#contract/catalogue/processes.ts';
import { treePopup } from '../../components/tree/tree-popup.tsx';
import type { CustomInputProps } from '../../field-types/field.ts';
import { type TreeRecord, useTree } from '../../field-types/tree/tree-query.ts';

interface Choice {
  value: number;
  title: string;
  /** A process is no option. */
  checkable: boolean;
  disabled: boolean;
  children: Choice[];
}

const toChoices = (nodes: readonly TreeRecord[], isOption: boolean): Choice[] =>
  nodes.map((node) => ({
    value: Number(node['id']),
    title: String(node['name']),
    checkable: isOption,
    disabled: !isOption,
    children: toChoices(node.children, true),
  }));

/** A select for options of the process tree. */
export function OptionChoices({ id, value = [], onChange }: CustomInputProps<number[]>) {
  const { data, isFetching } = useTree(processes.tree);
  return (
    <TreeSelect<{ value: number }[], Choice>
      // Mounts again when the tree has loaded, because antd opens nodes by default only on mounting.
      key={data ? 'tree' : 'waiting'}
      id={id}
      treeCheckable
      treeCheckStrictly
      allowClear
      placeholder="不限"
      popupRender={treePopup(id)}
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={isFetching && !data}
      // Before the tree has loaded, the select would show numbers instead of names.
      value={data ? value.map((option) => ({ value: option })) : []}
      treeData={toChoices(data ?? [], false)}
      onChange={(chosen) => onChange?.(chosen.map((option) => option.value))}
    />
  );
}
