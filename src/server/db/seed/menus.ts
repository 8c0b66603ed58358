import { permissions, type PermissionCode } from '#contract/permissions.ts';

/** A system menu: a directory or page with its entries; buttons are the codes that its page's actions need. */
export interface SeedMenu {
  menuName: string;
  title: string;
  icon?: string;
  path: string;
  type: 'M' | 'C';
  permission?: PermissionCode;
  hidden?: boolean;
  buttons?: PermissionCode[];
  children?: SeedMenu[];
}

export const buttonTitle = (code: PermissionCode) => permissions[code];

const page = (
  menuName: string,
  title: string,
  icon: string,
  path: string,
  rest: Partial<SeedMenu> = {},
): SeedMenu => ({
  menuName,
  title,
  icon,
  path,
  type: 'C',
  ...rest,
});

const directory = (
  menuName: string,
  title: string,
  icon: string,
  path: string,
  children: SeedMenu[],
): SeedMenu => ({
  menuName,
  title,
  icon,
  path,
  type: 'M',
  children,
});

/** The customer area's own root: whoever holds an entry of it may quote. */
export const customerMenus: SeedMenu = directory('Customer', '客户区', 'shop', '/', [
  page('Quote', '在线报价', 'calculator', '/', {
    permission: 'mfr:quote:add',
    buttons: [
      'mfr:material:list',
      'mfr:process:list',
      'mfr:machiningPrice:list',
      'mfr:defaultConfig:edit',
      'mfr:order:add',
    ],
  }),
  page('History', '历史报价', 'history', '/user/order', {
    permission: 'mfr:order:list',
    buttons: ['mfr:order:query', 'mfr:order:move'],
  }),
]);

/** The back office's root, with every page that stands. */
export const backOfficeMenus: SeedMenu = directory('Admin', '管理后台', 'appstore', '/admin', [
  directory('System', '系统管理', 'setting', '/admin/system', [
    page('SysPost', '岗位管理', 'idcard', '/admin/sys-post', {
      permission: 'admin:sysPost:list',
      buttons: ['admin:sysPost:query', 'admin:sysPost:add', 'admin:sysPost:edit', 'admin:sysPost:remove'],
    }),
    page('SysDict', '字典管理', 'book', '/admin/dict', {
      permission: 'admin:sysDictType:list',
      buttons: [
        'admin:sysDictType:query',
        'admin:sysDictType:add',
        'admin:sysDictType:edit',
        'admin:sysDictType:remove',
      ],
    }),
  ]),
  directory('Business', '报价业务', 'solution', '/admin/business', [
    page('OrderManage', '订单管理', 'file-text', '/admin/user/order', {
      permission: 'mfr:order:list',
      buttons: ['mfr:order:query', 'mfr:order:move'],
    }),
    page('MaterialManage', '材料管理', 'database', '/admin/user/material', {
      permission: 'mfr:material:list',
      buttons: ['mfr:machiningPrice:list'],
    }),
    page('ProcessManage', '工艺管理', 'tool', '/admin/user/process', { permission: 'mfr:process:list' }),
  ]),
]);
