const actions = {
  list: '列表',
  query: '查询',
  add: '新增',
  edit: '修改',
  remove: '删除',
  export: '导出',
  import: '导入',
} as const;
type Action = keyof typeof actions;

/** The resources whose six usual actions have a code each. */
export type CrudResource =
  | 'mfr:material'
  | 'mfr:process'
  | 'admin:sysUser'
  | 'admin:sysRole'
  | 'admin:sysPost'
  | 'admin:sysDictType'
  | 'admin:sysDictData'
  | 'admin:sysConfig';

/** The resources whose records can be imported from a file. */
export type ImportResource = Extract<
  CrudResource,
  'mfr:material' | 'mfr:process' | 'admin:sysUser' | 'admin:sysDictType' | 'admin:sysDictData'
>;

/** The codes of a resource's usual actions, e.g. `admin:sysPost:list|query|add|edit|remove|export`. */
function crud<const P extends CrudResource>(prefix: P, noun: string) {
  return only(prefix, noun, 'list', 'query', 'add', 'edit', 'remove', 'export');
}

function only<const P extends string, const A extends Action>(prefix: P, noun: string, ...chosen: A[]) {
  const codes = {} as Record<`${P}:${A}`, string>;
  for (const action of chosen) codes[`${prefix}:${action}`] = `${actions[action]}${noun}`;
  return codes;
}

/**
 * Every permission code of the product with its name. A code guards both the button and the endpoint; menus carry
 * codes, a role is a set of menus.
 */
export const permissions = {
  'mfr:quote:add': '在线报价',
  ...crud('mfr:material', '材料'),
  ...only('mfr:material', '材料', 'import'),
  ...crud('mfr:process', '工艺'),
  ...only('mfr:process', '工艺', 'import'),
  'mfr:price:list': '查看价目总表',
  'mfr:price:edit': '修改价目总表',
  'mfr:price:import': '导入价目总表',
  'mfr:price:export': '导出价目总表',
  'mfr:machiningPrice:list': '查询加工基价',
  'mfr:machiningPrice:query': '查看协议基价',
  'mfr:machiningPrice:edit': '修改加工基价',
  'mfr:defaultConfig:edit': '保存本人默认配置',
  'mfr:defaultConfig:company': '维护公司与系统默认配置',
  'mfr:order:list': '订单列表',
  'mfr:order:query': '订单详情',
  'mfr:order:add': '提交订单',
  'mfr:order:move': '提交与取消订单',
  'mfr:order:handle': '处理订单（确认至完成）',
  'mfr:order:edit': '维护订单备注与交期',
  'mfr:order:export': '导出订单',
  'mfr:dashboard:business': '经营看板',
  'mfr:dashboard:delivery': '交付看板',
  ...crud('admin:sysUser', '用户'),
  ...only('admin:sysUser', '用户', 'import'),
  'admin:sysUser:resetPwd': '重置密码',
  'admin:sysUser:status': '启停用户',
  'admin:sysUser:role': '分配角色',
  ...crud('admin:sysRole', '角色'),
  'admin:sysRole:scope': '设置数据权限',
  'admin:sysRole:status': '启停角色',
  ...only('admin:sysMenu', '菜单', 'list', 'query', 'add', 'edit', 'remove'),
  ...only('admin:sysDept', '部门', 'list', 'query', 'add', 'edit', 'remove'),
  ...crud('admin:sysPost', '岗位'),
  ...crud('admin:sysDictType', '字典类型'),
  ...only('admin:sysDictType', '字典类型', 'import'),
  ...crud('admin:sysDictData', '字典数据'),
  ...only('admin:sysDictData', '字典数据', 'import'),
  ...crud('admin:sysConfig', '参数'),
  'admin:sysConfigSet:list': '查看参数设置',
  'admin:sysConfigSet:update': '修改参数设置',
  ...only('admin:sysLoginLog', '登录日志', 'list', 'query', 'remove', 'export'),
  ...only('admin:sysOperLog', '操作日志', 'list', 'query', 'remove', 'export'),
  'admin:onlineSession:list': '查看在线用户',
  'admin:onlineSession:remove': '强制下线',
  'sysTools:serverMonitor:list': '服务监控',
} as const;

export type PermissionCode = keyof typeof permissions;

/** What a customer may hold. Any other code makes its holder staff, whatever the menus look like. */
export const customerPermissions: ReadonlySet<string> = new Set<PermissionCode>([
  'mfr:quote:add',
  'mfr:material:list',
  'mfr:process:list',
  'mfr:machiningPrice:list',
  'mfr:defaultConfig:edit',
  'mfr:order:list',
  'mfr:order:query',
  'mfr:order:add',
  'mfr:order:move',
]);
