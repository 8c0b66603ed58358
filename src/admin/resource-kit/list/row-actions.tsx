import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Row } from '../../field-types/field.ts';
import { useAdminSession } from '../../session/session.ts';
import type { Resource } from '../define-resource.ts';
import styles from '../resource-kit.module.css';
import { useAllowed, useCanCopy } from '../use-allowed.ts';
import { useResourceNavigation } from '../use-resource-navigation.ts';
import { useRowSwitch } from './use-row-switch.tsx';

export interface RowActions {
  /** The width of the column in pixels; 0 if no row has an action. */
  width: number;
  render: (row: Row) => ReactNode;
}

interface Action {
  label: string;
  content: ReactNode;
}

const CHARACTER_PX = 14;
const GAP_PX = 8;
const PADDING_PX = 24;

/** The permitted actions of each row: links, drawers, the switch and deleting. */
export function useRowActions(
  resource: Resource,
  rows: readonly Row[],
  onDelete: ((rows: readonly Row[]) => void) | undefined,
): RowActions {
  const canEdit = useAllowed(resource, 'edit');
  const canCopy = useCanCopy(resource);
  const { may, user } = useAdminSession();
  const { editPath, copyPath, panelPath } = useResourceNavigation(resource);
  const switchOf = useRowSwitch(resource);
  const { rowSwitch, locks } = resource;
  const panels = resource.panels.filter(({ permission }) => may(permission));
  const links = resource.links.filter(({ permission }) => may(permission));
  const canSwitch = rowSwitch !== undefined && may(rowSwitch.endpoint.permission);

  /** Not Refine's buttons: they nest a button in a link, which makes two tab stops. */
  function actionsOf(row: Row): Action[] {
    const id = Number(row[resource.id]);
    const link = (label: string, to: Parameters<typeof Link>[0]['to']): Action => ({
      label,
      content: (
        <Link key={label} to={to}>
          {label}
        </Link>
      ),
    });
    const button = (label: string, onClick: () => void, isDanger = false): Action => ({
      label,
      content: (
        <Button
          key={label}
          type="link"
          size="small"
          danger={isDanger}
          className={styles.rowButton}
          onClick={onClick}
        >
          {label}
        </Button>
      ),
    });
    const switchAction = canSwitch && !locks?.switch?.(row, user.userId) ? switchOf(row) : undefined;
    return [
      ...links.map(({ label, to }) => link(label, to(row))),
      ...panels
        .filter(({ isOffered }) => isOffered?.(row, user.userId) !== false)
        .map(({ label, path }) => link(label, panelPath(id, path))),
      ...(canEdit ? [link('修改', editPath(id))] : []),
      ...(canCopy && !locks?.copy?.(row, user.userId) ? [link('复制', copyPath(id))] : []),
      ...(switchAction ? [button(switchAction.verb, switchAction.toggle)] : []),
      ...(onDelete && !locks?.delete?.(row, user.userId)
        ? [button(resource.removalVerb, () => onDelete([row]), true)]
        : []),
    ];
  }

  const hasActions =
    canEdit || canCopy || onDelete !== undefined || canSwitch || panels.length + links.length > 0;
  const widthOf = (actions: readonly Action[]) =>
    actions.reduce((sum, { label }) => sum + label.length * CHARACTER_PX + GAP_PX, PADDING_PX);
  return {
    width: hasActions ? Math.max(80, ...rows.map((row) => widthOf(actionsOf(row)))) : 0,
    render: (row) => (
      <span className={styles.rowActions}>{actionsOf(row).map(({ content }) => content)}</span>
    ),
  };
}
