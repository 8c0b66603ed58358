import { defineScreen } from '../../resource-kit/define-screen.ts';

export const monitor = defineScreen({
  name: 'server-monitor',
  path: '/admin/sys-tools/monitor',
  label: '服务监控',
  permission: 'sysTools:serverMonitor:list',
  load: () => import('./monitor-screen.tsx').then((m) => m.MonitorScreen),
});
