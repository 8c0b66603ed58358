const actions = {
  list: '查看',
  query: '查看',
  add: '新增',
  edit: '修改',
  remove: '删除',
  export: '导出',
  import: '导入',
} as const;
/** Suffixes that distinguish the two read permissions. */
const actionSuffixes: Partial<Record<Action, string>> = { list: '列表', query: '详情' };
type Action = keyof typeof actions;

/** The resources with a code for each of the six usual actions. */
export type CrudResource =
  | 'mfr:material'
  | 'mfr:process'
  | 'mfr:stockSize'
  | 'mfr:gateRule'
  | 'mfr:chargeRule'
  | 'mfr:leadClass'
  | 'mfr:company'
  | 'admin:sysUser'
  | 'admin:sysRole'
  | 'admin:sysPost'
  | 'admin:sysDictType'
  | 'admin:sysDictData'
  | 'admin:sysConfig';

/** The resources whose records can be added, edited and removed one by one. */
export type EditableResource = CrudResource | 'admin:sysMenu' | 'admin:sysDept';

/** The resources whose records can be imported from a file. */
export type ImportResource = Extract<
  CrudResource,
  | 'mfr:material'
  | 'mfr:process'
  | 'mfr:stockSize'
  | 'mfr:gateRule'
  | 'mfr:chargeRule'
  | 'admin:sysUser'
  | 'admin:sysDictType'
  | 'admin:sysDictData'
>;

/** The codes of a resource's usual actions, e.g. `admin:sysPost:list|query|add|edit|remove|export`. */
function crudPermissions<const P extends CrudResource>(prefix: P, noun: string) {
  return permissionsFor(prefix, noun, 'list', 'query', 'add', 'edit', 'remove', 'export');
}

function permissionsFor<const P extends string, const A extends Action>(
  prefix: P,
  noun: string,
  ...chosenActions: A[]
) {
  const codes = {} as Record<`${P}:${A}`, string>;
  for (const action of chosenActions)
    codes[`${prefix}:${action}`] = `${actions[action]}${noun}${actionSuffixes[action] ?? ''}`;
  return codes;
}

/**
 * Every permission code with its name. A code guards both the button and the endpoint; menus have codes, and a role is a set of
 * menus.
 */
export const permissions = {
  'mfr:quote:add': '在线报价',
  ...crudPermissions('mfr:material', '材料'),
  ...permissionsFor('mfr:material', '材料', 'import'),
  ...crudPermissions('mfr:process', '工艺'),
  ...permissionsFor('mfr:process', '工艺', 'import'),
  ...crudPermissions('mfr:stockSize', '毛坯规格'),
  ...permissionsFor('mfr:stockSize', '毛坯规格', 'import'),
  ...crudPermissions('mfr:gateRule', '人工报价规则'),
  ...permissionsFor('mfr:gateRule', '人工报价规则', 'import'),
  ...crudPermissions('mfr:chargeRule', '附加费规则'),
  ...permissionsFor('mfr:chargeRule', '附加费规则', 'import'),
  ...crudPermissions('mfr:leadClass', '交期档位'),
  ...crudPermissions('mfr:company', '客户公司'),
  'mfr:price:list': '查看价目总表',
  'mfr:price:edit': '修改价目总表',
  'mfr:price:import': '导入价目总表',
  'mfr:price:export': '导出价目总表',
  'mfr:cost:list': '查看成本与毛利',
  'mfr:cost:edit': '修改成本',
  'mfr:cost:actual': '录入实际工时与用料',
  'mfr:replay:run': '调价试算',
  'mfr:machiningPrice:list': '查看加工基价',
  'mfr:machiningPrice:query': '查看协议价',
  'mfr:machiningPrice:edit': '修改加工基价',
  'mfr:defaultConfig:edit': '保存本人默认配置',
  'mfr:defaultConfig:company': '修改公司与系统默认配置',
  'mfr:order:list': '查看订单列表',
  'mfr:order:query': '查看订单详情',
  'mfr:order:add': '提交订单',
  'mfr:order:move': '提交与取消订单',
  'mfr:order:handle': '处理订单（确认至完成）',
  'mfr:quote:price': '人工报价',
  'mfr:part:list': '查看零件库',
  'mfr:part:query': '查看零件的订单记录',
  'mfr:quote:approve': '审批超出折扣上限的报价',
  'mfr:order:edit': '修改内部备注与承诺发货日',
  'mfr:order:message': '订单沟通（商家）',
  'mfr:order:export': '导出订单',
  'mfr:model:measure': '重新测量三维模型',
  'mfr:model:acknowledge': '核对三维模型',
  'mfr:dashboard:business': '查看经营看板',
  'mfr:dashboard:delivery': '查看交付看板',
  ...crudPermissions('admin:sysUser', '用户'),
  ...permissionsFor('admin:sysUser', '用户', 'import'),
  'admin:sysUser:resetPwd': '重置密码',
  'admin:sysUser:status': '启停用户',
  'admin:sysUser:role': '分配角色',
  ...crudPermissions('admin:sysRole', '角色'),
  'admin:sysRole:scope': '设置数据权限',
  'admin:sysRole:status': '启停角色',
  ...permissionsFor('admin:sysMenu', '菜单', 'list', 'query', 'add', 'edit', 'remove'),
  ...permissionsFor('admin:sysDept', '部门', 'list', 'query', 'add', 'edit', 'remove'),
  ...crudPermissions('admin:sysPost', '岗位'),
  ...crudPermissions('admin:sysDictType', '字典类型'),
  ...permissionsFor('admin:sysDictType', '字典类型', 'import'),
  ...crudPermissions('admin:sysDictData', '字典数据'),
  ...permissionsFor('admin:sysDictData', '字典数据', 'import'),
  ...crudPermissions('admin:sysConfig', '参数'),
  'admin:sysConfigSet:list': '查看参数设置',
  'admin:sysConfigSet:update': '修改参数设置',
  ...permissionsFor('admin:sysLoginLog', '登录日志', 'list', 'query', 'remove', 'export'),
  ...permissionsFor('admin:sysOperLog', '操作日志', 'list', 'query', 'remove', 'export'),
  'admin:onlineSession:list': '查看在线会话',
  'admin:onlineSession:remove': '强制下线',
  'sysTools:serverMonitor:list': '查看服务监控',
} as const;

export type PermissionCode = keyof typeof permissions;

/** The name of an endpoint's permission. */
export const accessNames = {
  ...permissions,
  session: '本人操作',
  public: '无需登录',
} as const satisfies Record<Access, string>;

/** `'session'`: any signed-in user; `'public'`: anyone, even without a session; otherwise the permission code that is needed. */
export type Access = PermissionCode | 'session' | 'public';

/** The permissions of customers. A user with any other code is staff. */
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
