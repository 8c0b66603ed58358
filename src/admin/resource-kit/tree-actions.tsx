import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TreeRow } from '../components/tree/tree.ts';
import { TreeAction } from '../components/tree/tree-action.tsx';
import type { TreeRecord } from '../field-types/tree/tree-query.ts';
import type { RowLink } from './define-resource.ts';

interface Options {
  canAddBelow: (node: TreeRecord) => boolean;
  canEdit: boolean;
  canCopy: boolean;
  canRemove: boolean;
  canShift: boolean;
  removalVerb: string;
  links: readonly RowLink[];
}

/** The actions of a tree's rows: `edit`, `copy`, `add`, `up`, `down`, `remove` and links. */
export function treeActions(can: Options) {
  return ({ node, position, siblings }: TreeRow<TreeRecord>, isActive: boolean): ReactNode => (
    <>
      {can.links.map(({ label, to }) => (
        <Link key={label} to={to(node)} tabIndex={isActive ? 0 : -1}>
          {label}
        </Link>
      ))}
      {can.canEdit ? (
        <TreeAction act="edit" isActive={isActive}>
          修改
        </TreeAction>
      ) : null}
      {can.canCopy ? (
        <TreeAction act="copy" isActive={isActive}>
          复制
        </TreeAction>
      ) : null}
      {can.canAddBelow(node) ? (
        <TreeAction act="add" isActive={isActive}>
          新增下级
        </TreeAction>
      ) : null}
      {can.canShift ? (
        <>
          <TreeAction act="up" isActive={isActive} label="上移（Alt ↑）" isDisabled={position === 0}>
            ↑
          </TreeAction>
          <TreeAction
            act="down"
            isActive={isActive}
            label="下移（Alt ↓）"
            isDisabled={position === siblings.length - 1}
          >
            ↓
          </TreeAction>
        </>
      ) : null}
      {can.canRemove && node.children.length === 0 ? (
        <TreeAction act="remove" isActive={isActive} isDanger>
          {can.removalVerb}
        </TreeAction>
      ) : null}
    </>
  );
}
