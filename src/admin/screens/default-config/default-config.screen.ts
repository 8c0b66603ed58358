import { defineScreen } from '../../resource-kit/define-screen.ts';

export const defaultConfig = defineScreen({
  name: 'default-config',
  path: '/admin/user/process/default',
  label: '默认配置',
  permission: 'mfr:defaultConfig:company',
  load: () => import('./default-screen.tsx').then((m) => m.DefaultScreen),
});
