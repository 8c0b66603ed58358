import { permissions, type CrudResource, type PermissionCode } from '#contract/kernel/permissions.ts';

/** A menu of the product: a directory or a page. Buttons are the permission codes of the page's actions. */
export interface SeedMenu {
  menuName: string;
  title: string;
  icon?: string;
  path: string;
  /** M: directory, C: page. */
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

/** The customer area's root; the role `customer` is granted all of these menus. */
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

const crud = (prefix: CrudResource, ...more: PermissionCode[]): PermissionCode[] => [
  `${prefix}:query`,
  `${prefix}:add`,
  `${prefix}:edit`,
  `${prefix}:remove`,
  `${prefix}:export`,
  ...more,
];

/** The back office's root, with every page. */
export const backOfficeMenus: SeedMenu = directory('Admin', '管理后台', 'appstore', '/admin', [
  directory('Boards', '数据看板', 'dashboard', '/admin/boards', [
    page('Dash', '经营看板', 'fund', '/admin/dash', { permission: 'mfr:dashboard:business' }),
    page('Dash2', '交付看板', 'schedule', '/admin/dash2', { permission: 'mfr:dashboard:delivery' }),
  ]),
  directory('Business', '报价业务', 'solution', '/admin/business', [
    page('OrderManage', '订单', 'file-text', '/admin/user/order', {
      permission: 'mfr:order:list',
      buttons: [
        'mfr:order:query',
        'mfr:order:move',
        'mfr:order:handle',
        'mfr:order:edit',
        'mfr:order:message',
        'mfr:order:export',
        'mfr:model:measure',
        'mfr:model:acknowledge',
      ],
    }),
    page('QuoteDesk', '报价台', 'calculator', '/admin/user/quote-desk', {
      permission: 'mfr:quote:price',
      buttons: ['mfr:quote:approve'],
    }),
    page('Company', '客户公司', 'apartment', '/admin/companies', {
      permission: 'mfr:company:list',
      buttons: crud('mfr:company'),
    }),
    page('PartLibrary', '零件库', 'appstore', '/admin/parts', {
      permission: 'mfr:part:list',
      buttons: ['mfr:part:query'],
    }),
    page('MaterialManage', '材料', 'gold', '/admin/user/material', {
      permission: 'mfr:material:list',
      buttons: crud('mfr:material', 'mfr:material:import'),
    }),
    page('StockSize', '毛坯规格', 'database', '/admin/stock-sizes', {
      permission: 'mfr:stockSize:list',
      buttons: crud('mfr:stockSize', 'mfr:stockSize:import'),
    }),
    page('GateRule', '人工报价规则', 'audit', '/admin/gate-rules', {
      permission: 'mfr:gateRule:list',
      buttons: crud('mfr:gateRule', 'mfr:gateRule:import'),
    }),
    page('ChargeRule', '附加费规则', 'pay-circle', '/admin/charge-rules', {
      permission: 'mfr:chargeRule:list',
      buttons: crud('mfr:chargeRule', 'mfr:chargeRule:import'),
    }),
    page('LeadClass', '交期档位', 'schedule', '/admin/lead-classes', {
      permission: 'mfr:leadClass:list',
      buttons: crud('mfr:leadClass'),
    }),
    page('ProcessManage', '工艺', 'tool', '/admin/user/process', {
      permission: 'mfr:process:list',
      buttons: crud('mfr:process', 'mfr:process:import', 'mfr:defaultConfig:company'),
    }),
    page('Category', '材料分类与加工基价', 'tags', '/admin/category', {
      permission: 'mfr:machiningPrice:query',
      buttons: ['mfr:machiningPrice:list', 'mfr:machiningPrice:edit'],
    }),
    page('PriceTable', '价目总表', 'table', '/admin/table', {
      permission: 'mfr:price:list',
      buttons: ['mfr:price:edit', 'mfr:price:import', 'mfr:price:export'],
    }),
    page('Cost', '成本', 'wallet', '/admin/costs', {
      permission: 'mfr:cost:list',
      buttons: ['mfr:cost:edit', 'mfr:cost:actual'],
    }),
    page('Calibration', '估算与实际', 'swap', '/admin/calibration', { permission: 'mfr:cost:list' }),
    page('PriceReplay', '调价试算', 'bar-chart', '/admin/price-replay', { permission: 'mfr:replay:run' }),
  ]),
  directory('System', '系统管理', 'setting', '/admin/system', [
    page('SysUser', '用户', 'user', '/admin/sys-user', {
      permission: 'admin:sysUser:list',
      buttons: crud(
        'admin:sysUser',
        'admin:sysUser:import',
        'admin:sysUser:resetPwd',
        'admin:sysUser:status',
        'admin:sysUser:role',
      ),
    }),
    page('SysRole', '角色', 'team', '/admin/sys-role', {
      permission: 'admin:sysRole:list',
      buttons: crud('admin:sysRole', 'admin:sysRole:scope', 'admin:sysRole:status'),
    }),
    page('SysMenu', '菜单', 'menu', '/admin/sys-menu', {
      permission: 'admin:sysMenu:list',
      buttons: ['admin:sysMenu:query', 'admin:sysMenu:add', 'admin:sysMenu:edit', 'admin:sysMenu:remove'],
    }),
    page('SysDept', '部门', 'apartment', '/admin/sys-dept', {
      permission: 'admin:sysDept:list',
      buttons: ['admin:sysDept:query', 'admin:sysDept:add', 'admin:sysDept:edit', 'admin:sysDept:remove'],
    }),
    page('SysPost', '岗位', 'idcard', '/admin/sys-post', {
      permission: 'admin:sysPost:list',
      buttons: crud('admin:sysPost'),
    }),
    page('SysDict', '字典', 'book', '/admin/dict', {
      permission: 'admin:sysDictType:list',
      buttons: [
        ...crud('admin:sysDictType', 'admin:sysDictType:import'),
        'admin:sysDictData:list',
        ...crud('admin:sysDictData', 'admin:sysDictData:import'),
      ],
    }),
    page('SysConfigSet', '参数设置', 'control', '/admin/sys-config/set', {
      permission: 'admin:sysConfigSet:list',
      buttons: ['admin:sysConfigSet:update', 'admin:sysConfig:list', ...crud('admin:sysConfig')],
    }),
  ]),
  directory('Watch', '日志与监控', 'monitor', '/admin/watch', [
    page('SysLoginLog', '登录日志', 'login', '/admin/sys-login-log', {
      permission: 'admin:sysLoginLog:list',
      buttons: ['admin:sysLoginLog:query', 'admin:sysLoginLog:remove', 'admin:sysLoginLog:export'],
    }),
    page('SysOperLog', '操作日志', 'audit', '/admin/sys-oper-log', {
      permission: 'admin:sysOperLog:list',
      buttons: ['admin:sysOperLog:query', 'admin:sysOperLog:remove', 'admin:sysOperLog:export'],
    }),
    page('OnlineSession', '在线会话', 'wifi', '/admin/online-session', {
      permission: 'admin:onlineSession:list',
      buttons: ['admin:onlineSession:remove'],
    }),
    page('ServerMonitor', '服务监控', 'monitor', '/admin/sys-tools/monitor', {
      permission: 'sysTools:serverMonitor:list',
    }),
  ]),
]);
