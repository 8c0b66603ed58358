/**
 * Every permission code of the product with its name. A code guards the button and the endpoint alike; menus carry
 * codes, a role is a set of menus.
 */
export const permissions = {
  'mfr:quote:add': '在线报价',
  'mfr:material:list': '查询材料',
  'mfr:process:list': '查询工艺',
  'mfr:machiningPrice:list': '查询加工基价',
  'mfr:defaultConfig:edit': '保存默认配置',
  'mfr:order:list': '查询订单',
  'mfr:order:query': '订单详情',
  'mfr:order:add': '提交订单',
  'mfr:order:move': '变更订单状态',
  'admin:sysPost:list': '岗位列表',
  'admin:sysPost:query': '查询岗位',
  'admin:sysPost:add': '新增岗位',
  'admin:sysPost:edit': '修改岗位',
  'admin:sysPost:remove': '删除岗位',
  'admin:sysDictType:list': '字典类型列表',
  'admin:sysDictType:query': '查询字典类型',
  'admin:sysDictType:add': '新增字典类型',
  'admin:sysDictType:edit': '修改字典类型',
  'admin:sysDictType:remove': '删除字典类型',
} as const;

export type PermissionCode = keyof typeof permissions;
