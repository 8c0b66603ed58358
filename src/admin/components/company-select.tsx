import { TreeSelect } from 'antd';
import { useId } from 'react';
import { depts } from '#contract/people/depts.ts';
import type { TreeOption } from '#contract/people/roles.ts';
import { useEndpoint } from '../calls/use-endpoint.ts';
import { treePopup } from './tree/tree-popup.tsx';

interface Props {
  id?: string;
  value: number | undefined;
  width?: number | string;
  onChange: (deptId: number | undefined) => void;
}

interface Choice {
  value: number;
  title: string;
  children: Choice[];
}

const toChoice = ({ id, label, children }: TreeOption): Choice => ({
  value: id,
  title: label,
  children: children.map(toChoice),
});

export function CompanySelect({ id, value, width = 260, onChange }: Props) {
  const generatedId = useId();
  const selectId = id ?? generatedId;
  const { data, isFetching } = useEndpoint(depts.options, {
    quiet: false,
    queryKey: ['choices', depts.options.path, 'tree'],
  });
  return (
    <TreeSelect<number | undefined, Choice>
      id={selectId}
      popupRender={treePopup(selectId)}
      style={{ width, maxWidth: '100%' }}
      allowClear
      aria-label="公司"
      placeholder="选择公司"
      loading={isFetching && !data}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll
      // Until the tree has loaded, antd would show the id.
      value={data ? value : undefined}
      treeData={data?.map(toChoice)}
      onChange={onChange}
    />
  );
}
