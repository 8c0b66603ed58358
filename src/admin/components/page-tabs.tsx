import { Tabs } from 'antd';
import { useLocation, useNavigate } from 'react-router';
import { hasPermission } from '#domain/permissions.ts';
import { useAdminSession } from '../app/session.ts';

interface Props {
  tabs: readonly { path: string; label: string; permission: string }[];
}

/** Pages that belong together, as tabs; only those that the user may open. */
export function PageTabs({ tabs }: Props) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { user } = useAdminSession();
  const open = tabs.filter(({ permission }) => hasPermission(user.buttons, permission));
  const current = open
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  return (
    <Tabs
      activeKey={current?.path}
      items={open.map(({ path, label }) => ({ key: path, label }))}
      onChange={(path) => void navigate(path)}
      tabBarStyle={{ marginBottom: 0 }}
    />
  );
}
