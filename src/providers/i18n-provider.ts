import type { I18nProvider } from '@refinedev/core';

/** Texts of Refine's buttons by its keys; its other texts are not shown. */
const texts: Readonly<Record<string, string>> = {
  'buttons.create': '新增',
  'buttons.save': '保存',
  'buttons.edit': '修改',
  'buttons.refresh': '刷新',
  'buttons.export': '导出',
  'buttons.notAccessTitle': '您没有此操作的权限',
};

/** Refine's i18n provider for the product's only language. */
export const i18nProvider: I18nProvider = {
  translate: (key, options?: unknown, defaultMessage?: string) =>
    texts[key] ?? (typeof options === 'string' ? options : defaultMessage) ?? key,
  changeLocale: () => Promise.resolve(),
  getLocale: () => 'zh-CN',
};
