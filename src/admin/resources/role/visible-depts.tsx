import type { TreeOption } from '#contract/people/roles.ts';
import { CheckTree } from '../../components/tree/check-tree.tsx';

interface Props {
  depts: readonly TreeOption[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

const idOf = ({ id }: TreeOption) => id;
const nameOf = ({ label }: TreeOption) => label;
const isStorable = () => true;
const isLocked = () => false;
const columns = [{ key: 'label', title: '部门', render: nameOf }];

/** Chooses the departments of the data scope 自定义部门. */
export const VisibleDepts = ({ depts, chosen, onChange }: Props) => (
  <CheckTree<TreeOption>
    label="可见部门"
    nodes={depts}
    choice={{ idOf, isStorable, isLocked, chosen }}
    nameOf={nameOf}
    columns={columns}
    onlyLabel="仅本级"
    summary={`已选 ${chosen.size} 个部门`}
    onChange={onChange}
  />
);
