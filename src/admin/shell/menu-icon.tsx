import {
  ApartmentOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  BookOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  FileTextOutlined,
  HistoryOutlined,
  IdcardOutlined,
  MenuOutlined,
  MonitorOutlined,
  SettingOutlined,
  SolutionOutlined,
  TableOutlined,
  TagsOutlined,
  TeamOutlined,
  ToolOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';

/** The icons that a menu record may name, by antd's names; all of antd's would weigh more than the rest of the shell. */
const icons: Readonly<Record<string, ComponentType>> = {
  apartment: ApartmentOutlined,
  appstore: AppstoreOutlined,
  'bar-chart': BarChartOutlined,
  book: BookOutlined,
  dashboard: DashboardOutlined,
  database: DatabaseOutlined,
  'file-text': FileTextOutlined,
  history: HistoryOutlined,
  idcard: IdcardOutlined,
  menu: MenuOutlined,
  monitor: MonitorOutlined,
  setting: SettingOutlined,
  solution: SolutionOutlined,
  table: TableOutlined,
  tags: TagsOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  user: UserOutlined,
};

/** The icon of a menu entry, a neutral one for a name that isn't known. */
export function MenuIcon({ name }: { name: string }) {
  const Icon = (Object.hasOwn(icons, name) ? icons[name] : undefined) ?? AppstoreOutlined;
  return <Icon />;
}
