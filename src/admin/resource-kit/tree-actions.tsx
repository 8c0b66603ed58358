import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TreeRow } from '../components/tree/tree.ts';
import { TreeAction } from '../components/tree/tree-action.tsx';
import { useRowTabIndex } from '../components/tree/tree-grid.tsx';
import type { TreeRecord } from '../field-types/tree/tree-query.ts';
import type { RowLink } from './define-resource.ts';

interface Props {
  row: TreeRow<TreeRecord>;
  links: readonly RowLink[];
  onEdit?: () => void;
  onCopy?: () => void;
  onAddBelow?: () => void;
  onShift?: (step: -1 | 1) => void;
  onRemove?: () => void;
  removalVerb: string;
}

/** The actions of a tree's row; those without a function are not offered. */
export function TreeActions({ row, links, onEdit, onCopy, onAddBelow, onShift, onRemove, ...props }: Props) {
  const { node, position, siblings } = row;
  const tabIndex = useRowTabIndex();
  const action = (label: string, onClick: (() => void) | undefined): ReactNode =>
    onClick ? <TreeAction onClick={onClick}>{label}</TreeAction> : null;
  return (
    <>
      {links.map(({ label, to }) => (
        <Link key={label} to={to(node)} tabIndex={tabIndex}>
          {label}
        </Link>
      ))}
      {action('修改', onEdit)}
      {action('复制', onCopy)}
      {action('新增下级', onAddBelow)}
      {onShift ? (
        <>
          <TreeAction label="上移（Alt ↑）" isDisabled={position === 0} onClick={() => onShift(-1)}>
            ↑
          </TreeAction>
          <TreeAction
            label="下移（Alt ↓）"
            isDisabled={position === siblings.length - 1}
            onClick={() => onShift(1)}
          >
            ↓
          </TreeAction>
        </>
      ) : null}
      {onRemove && node.children.length === 0 ? (
        <TreeAction isDanger onClick={onRemove}>
          {props.removalVerb}
        </TreeAction>
      ) : null}
    </>
  );
}
