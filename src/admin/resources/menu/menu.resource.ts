import { menus, type Menu, type MenuInput } from '#contract/people/menus.ts';
import { lazyView } from '#providers/lazy-view.ts';
import { SESSION_QUERIES } from '../../session/session.ts';
import { defineResource } from '../../resource-kit/define-resource.ts';
import { recordTimes } from '../common-fields.ts';
import type { Row } from '../../field-types/field.ts';

const isButton = ({ menuType }: Row) => menuType === 'F';
const isPageOrDirectory = (inputs: Row) => !isButton(inputs);
const isDirectory = ({ menuType }: Row) => menuType === 'M';

/** Directories may contain anything, pages only buttons. A button cannot be a root. */
function mayContain(parent: Row, child: Row): boolean {
  if (parent['menuType'] === undefined) return !isButton(child);
  return isDirectory(parent) || (parent['menuType'] === 'C' && isButton(child));
}

export const menu = defineResource<Menu, MenuInput>()({
  name: 'menu',
  path: '/admin/sys-menu',
  label: '菜单',
  permission: 'admin:sysMenu',
  endpoints: {
    list: menus.tree,
    one: menus.one,
    create: menus.create,
    update: menus.update,
    remove: menus.remove,
  },
  id: 'menuId',
  title: 'title',
  fields: {
    menuId: { type: 'int', label: '编号', width: 90 },
    menuType: {
      type: 'enum',
      numeric: false,
      options: {
        M: { label: '目录', color: 'blue' },
        C: { label: '页面', color: 'green' },
        F: { label: '按钮', color: 'default' },
      },
      initial: 'C',
      width: 80,
    },
    parentId: {
      type: 'treeRef',
      source: menus.tree,
      sourceId: 'menuId',
      sourceLabel: 'title',
      isSelfReference: true,
      root: '无（顶级菜单）',
      canChoose: mayContain,
      initial: 0,
      hint: '换到另一个上级时，下级一起移动',
    },
    title: { type: 'text' },
    menuName: { type: 'text', hint: '英文名，供程序识别' },
    icon: {
      type: 'custom',
      text: (icon: string) => icon,
      input: lazyView(() => import('./icon-choice.tsx').then((m) => m.IconChoice)),
      cell: lazyView(() => import('./icon-cell.tsx').then((m) => m.IconCell)),
      initial: '',
      when: isPageOrDirectory,
      width: 70,
    },
    path: { type: 'text', initial: '', when: isPageOrDirectory, hint: '如 /admin/sys-user' },
    permission: {
      type: 'custom',
      text: (code: string) => code,
      input: lazyView(() => import('./permission-choice.tsx').then((m) => m.PermissionChoice)),
      initial: '',
      when: (inputs: Row) => !isDirectory(inputs),
      width: 190,
    },
    sort: { type: 'int', initial: 10, width: 70, hint: '小的排在前面' },
    visible: {
      type: 'enum',
      numeric: false,
      options: { 0: { label: '显示' }, 1: { label: '隐藏', color: 'orange' } },
      initial: '0',
      when: isPageOrDirectory,
      width: 90,
    },
    sysApi: {
      type: 'custom',
      label: '开放的接口',
      text: (apis: Menu['sysApi']) =>
        apis.map(({ method, path, title }) => `${method} ${path} ${title}`).join('\n'),
    },
    ...recordTimes,
  },
  list: {
    columns: ['title', 'icon', 'menuType', 'permission', 'path', 'sort', 'visible', 'menuName', 'updatedAt'],
    filters: ['title', 'visible'],
    hidden: ['menuName', 'updatedAt'],
    important: ['title', 'menuType'],
  },
  cloning: { renamed: ['title'], cleared: ['menuName', 'path'] },
  removalEffect: '仍有下级，或仍有角色使用的菜单不能删除。',
  tree: {
    parent: 'parentId',
    order: 'sort',
    child: (parent) => {
      if (isButton(parent)) return undefined;
      return { menuType: isDirectory(parent) ? 'C' : 'F' };
    },
  },
  refreshes: [SESSION_QUERIES],
});
