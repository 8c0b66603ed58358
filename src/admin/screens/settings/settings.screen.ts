import { defineScreen } from '../../resource-kit/define-screen.ts';

export const settings = defineScreen({
  name: 'settings',
  path: '/admin/sys-config/set',
  label: '参数设置',
  permission: 'admin:sysConfigSet:list',
  load: () => import('./settings-screen.tsx').then((m) => m.SettingsScreen),
});
