import * as z from 'zod/mini';
import { keysOf } from '#domain/pick.ts';
import type { Endpoints } from '../kernel/endpoint.ts';
import { choice, optionalText, text, whole } from '../kernel/fields.ts';
import { dropFields } from '../kernel/foreign-fields.ts';
import { textFilter, treeQuery } from '../kernel/paging.ts';
import { permissions } from '../kernel/permissions.ts';
import { auditFields, treeEndpoints } from '../kernel/record-endpoints.ts';

const codes = keysOf(permissions);

const fields = {
  menuName: text('菜单标识', { max: 60 }),
  title: text('菜单名称', { max: 60 }),
  icon: z._default(optionalText('图标', 60), ''),
  path: z._default(optionalText('路径', 200), ''),
  /** M directory, C page, F button. */
  menuType: choice('类型', ['M', 'C', 'F']),
  /** One of the product's permission codes, or empty. */
  permission: z._default(choice('权限标识', ['', ...codes]), ''),
  /** 0: top level. */
  parentId: whole('上级菜单', { min: 0 }),
  sort: whole('排序', { min: 0, max: 9999 }),
  /** "0" shown, "1" hidden. */
  visible: z._default(choice('是否显示', ['0', '1']), '0'),
};

/** An endpoint that a permission allows, derived from the contract. */
export const sysApi = z.object({
  id: z.number(),
  method: z.string(),
  path: z.string(),
  title: z.string(),
  /** The method and the kind of endpoint, under go-admin's names. */
  action: z.string(),
  type: z.string(),
});

const record = {
  menuId: z.number(),
  parentId: z.number(),
  paths: z.string(),
  menuName: z.string(),
  title: z.string(),
  icon: z.string(),
  path: z.string(),
  menuType: z.literal(['M', 'C', 'F']),
  permission: z.string(),
  sort: z.number(),
  visible: z.string(),
  sysApi: z.array(sysApi),
  ...auditFields,
};
const menu = z.object(record);
export type Menu = z.output<typeof menu>;
export interface MenuTree extends Menu {
  children: MenuTree[];
}
const menuTree: z.ZodMiniType<MenuTree> = z.lazy(() => z.object({ ...record, children: z.array(menuTree) }));

/** Drops fields that only go-admin stores with a menu. */
const dropForeign = dropFields(
  'component',
  'isFrame',
  'apis',
  'sysApi',
  'noCache',
  'breadcrumb',
  'is_select',
  'params',
  'dataScope',
);

export const menus = {
  /** With filters: the matching menus and their ancestors. */
  tree: {
    method: 'GET',
    path: '/menu',
    summary: '菜单树',
    permission: 'admin:sysMenu:list',
    query: treeQuery({
      title: textFilter('菜单名称'),
      visible: z.optional(choice('是否显示', ['0', '1'])),
    }),
    data: z.array(menuTree),
  },
  ...treeEndpoints({
    path: '/menu',
    noun: '菜单',
    permission: 'admin:sysMenu',
    input: fields,
    record,
    convertBody: dropForeign,
  }),
} as const satisfies Endpoints;
export type MenuInput = z.output<(typeof menus)['create']['body']>;
