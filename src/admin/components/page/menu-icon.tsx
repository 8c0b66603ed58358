import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  BookOutlined,
  CalculatorOutlined,
  ControlOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  FileTextOutlined,
  FundOutlined,
  GoldOutlined,
  HistoryOutlined,
  IdcardOutlined,
  KeyOutlined,
  MenuOutlined,
  MonitorOutlined,
  PayCircleOutlined,
  ScheduleOutlined,
  SettingOutlined,
  ShopOutlined,
  SolutionOutlined,
  SwapOutlined,
  TableOutlined,
  TagsOutlined,
  TeamOutlined,
  ToolOutlined,
  UserOutlined,
  WalletOutlined,
  WifiOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';

/**
 * Icons by the names in menu records: antd's, except that `login` is a key. Importing all of antd's icons would be
 * larger than the rest of the shell.
 */
const icons: Readonly<Record<string, ComponentType>> = {
  apartment: ApartmentOutlined,
  appstore: AppstoreOutlined,
  audit: AuditOutlined,
  'bar-chart': BarChartOutlined,
  book: BookOutlined,
  calculator: CalculatorOutlined,
  control: ControlOutlined,
  dashboard: DashboardOutlined,
  database: DatabaseOutlined,
  'file-text': FileTextOutlined,
  fund: FundOutlined,
  gold: GoldOutlined,
  history: HistoryOutlined,
  idcard: IdcardOutlined,
  login: KeyOutlined,
  menu: MenuOutlined,
  monitor: MonitorOutlined,
  'pay-circle': PayCircleOutlined,
  schedule: ScheduleOutlined,
  setting: SettingOutlined,
  shop: ShopOutlined,
  solution: SolutionOutlined,
  swap: SwapOutlined,
  table: TableOutlined,
  tags: TagsOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  user: UserOutlined,
  wallet: WalletOutlined,
  wifi: WifiOutlined,
};

export const menuIconNames: readonly string[] = Object.keys(icons);

/** Unknown names get a neutral icon. */
export function MenuIcon({ name }: { name: string }) {
  const Icon = (Object.hasOwn(icons, name) ? icons[name] : undefined) ?? AppstoreOutlined;
  return <Icon />;
}
