import { TreeSelect } from 'antd';
import { processes } from '#contract/catalogue/processes.ts';
import { treePopup } from '../../components/tree/tree-popup.tsx';
import type { CustomInputProps } from '../../field-types/field.ts';
import { type TreeRecord, useTree } from '../../field-types/tree/tree-query.ts';

interface Choice {
  value: number;
  title: string;
  /** False for a process. */
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

export function OptionChoices({ id, value = [], onChange }: CustomInputProps<number[]>) {
  const { data, isFetching } = useTree(processes.tree);
  return (
    <TreeSelect<{ value: number }[], Choice>
      // Remounts when the tree has loaded, because antd expands nodes only on mounting.
      key={data ? 'tree' : 'waiting'}
      id={id}
      treeCheckable
      treeCheckStrictly
      allowClear
      placeholder="不限"
      popupRender={treePopup(id)}
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={isFetching && !data}
      // Until the tree has loaded, antd would show ids.
      value={data ? value.map((option) => ({ value: option })) : []}
      treeData={toChoices(data ?? [], false)}
      onChange={(chosen) => onChange?.(chosen.map((option) => option.value))}
    />
  );
}
