import type { ReactNode, RefObject } from 'react';
import type { TreeRow } from '../components/tree.ts';
import { TreeAction } from '../components/tree-action.tsx';
import type { TreeRecord } from '../kinds/tree-query.ts';

/** What the buttons of a row do. */
export interface TreeHandlers {
  addBelow: (row: TreeRow<TreeRecord>) => void;
  edit: (row: TreeRow<TreeRecord>) => void;
  remove: (row: TreeRow<TreeRecord>) => void;
  shift: (row: TreeRow<TreeRecord>, step: -1 | 1) => void;
}

interface Options {
  /** Read when a button is pressed, so that rows need not be drawn anew for it. */
  handlers: RefObject<TreeHandlers | undefined>;
  canAddBelow: (node: TreeRecord) => boolean;
  canEdit: boolean;
  canRemove: boolean;
  canShift: boolean;
  removalVerb: string;
}

/** The buttons of a tree's rows. */
export function treeActions({ handlers, ...can }: Options) {
  return (row: TreeRow<TreeRecord>, isActive: boolean): ReactNode => (
    <>
      {can.canEdit ? (
        <TreeAction isActive={isActive} onClick={() => handlers.current?.edit(row)}>
          编辑
        </TreeAction>
      ) : null}
      {can.canAddBelow(row.node) ? (
        <TreeAction isActive={isActive} onClick={() => handlers.current?.addBelow(row)}>
          新增下级
        </TreeAction>
      ) : null}
      {can.canShift ? (
        <>
          <TreeAction
            isActive={isActive}
            label="上移（Alt ↑）"
            isDisabled={row.position === 0}
            onClick={() => handlers.current?.shift(row, -1)}
          >
            ↑
          </TreeAction>
          <TreeAction
            isActive={isActive}
            label="下移（Alt ↓）"
            isDisabled={row.position === row.siblings.length - 1}
            onClick={() => handlers.current?.shift(row, 1)}
          >
            ↓
          </TreeAction>
        </>
      ) : null}
      {can.canRemove ? (
        <TreeAction isActive={isActive} isDanger onClick={() => handlers.current?.remove(row)}>
          {can.removalVerb}
        </TreeAction>
      ) : null}
    </>
  );
}
