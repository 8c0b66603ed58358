import { Alert, Skeleton } from 'antd';
import { useMemo, useRef } from 'react';
import { roles, type MenuOption } from '#contract/people/roles.ts';
import { can } from '#providers/session/access-control.ts';
import { useEndpoint } from '../../calls/use-endpoint.ts';
import { CheckTree } from '../../components/tree/check-tree.tsx';
import { storedIds, type TreeChoice } from '../../components/tree/tree-checks.ts';
import type { TreeColumn } from '../../components/tree/tree-table.tsx';
import { allNodes } from '../../components/tree/tree.ts';
import type { CustomInputProps } from '../../field-types/field.ts';
import { CARDS_BELOW_PX, useWidth } from '../../resource-kit/list/use-width.ts';
import styles from './menu-rights.module.css';

const idOf = ({ id }: MenuOption) => id;
const nameOf = ({ label }: MenuOption) => label;
const textOf = ({ label, permission, opens }: MenuOption) => [label, permission, ...opens].join('\n');
/** Directories are not stored, because they have no permission. */
const isStorable = ({ menuType }: MenuOption) => menuType !== 'M';
/** Users can grant only their own permissions. */
const isLocked = ({ permission }: MenuOption) => permission !== '' && !can(permission);

export function MenuRights({ value = [], onChange, record }: CustomInputProps<number[]>) {
  const { data, error } = useEndpoint(roles.menuTree, {
    // Id 0: no role, only the tree.
    params: { id: 0 },
    quiet: false,
    queryKey: ['choices', roles.menuTree.path],
  });
  const menus = useMemo(() => data?.menus ?? [], [data]);
  const chosen = useMemo(() => chosenOf(menus, value), [menus, value]);
  const container = useRef<HTMLDivElement>(null);
  const isNarrow = (useWidth(container) ?? 0) < CARDS_BELOW_PX;
  const choice: TreeChoice<MenuOption> = { idOf, isStorable, isLocked, chosen };
  const granted = allNodes(menus).filter((menu) => chosen.has(menu.id));
  const endpoints = new Set(granted.flatMap(({ opens }) => opens));
  if (error) return <Alert type="error" showIcon title={`菜单加载失败：${error.message}`} />;
  return (
    <div ref={container}>
      {record?.['admin'] === true ? (
        <Alert
          className={styles.note}
          type="info"
          showIcon
          title="该角色始终拥有全部权限，这里的选择只影响菜单的记录。"
        />
      ) : null}
      {data ? (
        <CheckTree<MenuOption>
          label="菜单权限"
          nodes={menus}
          choice={choice}
          nameOf={nameOf}
          textOf={textOf}
          columns={isNarrow ? [narrowColumn(chosen)] : columnsOf(chosen)}
          includeAncestors
          onlyLabel="仅页面"
          summary={`已选 ${granted.length} 项，开放 ${endpoints.size} 个接口`}
          onChange={(next) => onChange?.(storedIds(menus, { ...choice, chosen: next }))}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} title={false} />
      )}
    </div>
  );
}

/** Ignores stored directories: pages may have been added to them. Their state is derived from their content. */
function chosenOf(menus: readonly MenuOption[], ids: readonly number[]): Set<number> {
  const stored = new Set(ids);
  return new Set(
    allNodes(menus)
      .filter((menu) => isStorable(menu) && stored.has(menu.id))
      .map(idOf),
  );
}

/** On a phone, the code is below the name, and endpoints are searchable but not shown. */
const narrowColumn = (chosen: ReadonlySet<number>): TreeColumn<MenuOption> => ({
  key: 'label',
  title: '菜单与按钮',
  render: (menu) => (
    <span className={styles.stacked}>
      {menu.label}
      <PermissionCode menu={menu} chosen={chosen} />
    </span>
  ),
});

interface PermissionCodeProps {
  menu: MenuOption;
  chosen: ReadonlySet<number>;
}

function PermissionCode({ menu: { id, permission }, chosen }: PermissionCodeProps) {
  return permission === '' ? null : (
    <code className={styles.code} data-granted={chosen.has(id)}>
      {permission}
    </code>
  );
}

function columnsOf(chosen: ReadonlySet<number>): TreeColumn<MenuOption>[] {
  return [
    { key: 'label', title: '菜单与按钮', render: nameOf },
    {
      key: 'permission',
      title: '权限标识',
      width: 230,
      render: (menu) => <PermissionCode menu={menu} chosen={chosen} />,
    },
    {
      key: 'opens',
      title: '开放的接口',
      render: ({ opens }) => <span className={styles.opens}>{opens.join('\n')}</span>,
    },
  ];
}
