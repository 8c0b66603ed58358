import type { I18nProvider } from '@refinedev/core';
import { isObject } from './browser-storage.ts';

/** Texts by the keys of Refine and its screens; `{{name}}` is replaced. */
const texts: Readonly<Record<string, string>> = {
  'actions.list': '列表',
  'actions.create': '新增',
  'actions.edit': '修改',
  'actions.show': '详情',
  'actions.clone': '复制',
  'buttons.create': '新增',
  'buttons.save': '保存',
  'buttons.edit': '修改',
  'buttons.show': '查看',
  'buttons.clone': '复制',
  'buttons.list': '返回列表',
  'buttons.delete': '删除',
  'buttons.confirm': '确定要执行此操作吗？',
  'buttons.cancel': '取消',
  'buttons.clear': '清除',
  'buttons.filter': '筛选',
  'buttons.refresh': '刷新',
  'buttons.import': '导入',
  'buttons.export': '导出',
  'buttons.logout': '退出登录',
  'buttons.undo': '撤销',
  'buttons.notAccessTitle': '您没有此操作的权限',
  'documentTitle.default': '智造报价',
  'documentTitle.suffix': ' · 智造报价',
  loading: '加载中',
  'pages.error.404': '抱歉，您访问的页面不存在',
  'pages.error.info': '请确认 {{resource}} 是否支持 {{action}}',
  'pages.error.resource404': '页面不存在',
  'pages.error.backHome': '返回首页',
  'pages.login.title': '登录',
  'pages.login.signin': '登录',
  'pages.login.fields.password': '密码',
  'pages.updatePassword.title': '修改密码',
  'pages.updatePassword.buttons.submit': '确定',
  'table.actions': '操作',
  'tags.clone': '复制',
  warnWhenUnsavedChanges: '有尚未保存的修改，确定要离开吗？',
};

/** Refine's i18n provider for the one language of the product. */
export const i18nProvider: I18nProvider = {
  translate: (key, options?: unknown, defaultMessage?: string) => {
    const otherwise = typeof options === 'string' ? options : defaultMessage;
    const text = texts[key] ?? otherwise ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => valueText(options, name));
  },
  changeLocale: () => Promise.resolve(),
  getLocale: () => 'zh-CN',
};

function valueText(values: unknown, name: string): string {
  const value = isObject(values) ? values[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
