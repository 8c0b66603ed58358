import type { Random } from './random.ts';

export interface Buyer {
  username: string;
  nickName: string;
  phone: string;
}

export interface Company {
  name: string;
  buyers: readonly Buyer[];
  /** How often it orders, relative to the others. */
  weight: number;
  /** The fraction of its quotations and requests that become orders. */
  loyalty: number;
}

const CITIES = ['苏州', '无锡', '上海', '宁波', '东莞', '深圳', '合肥', '嘉兴'];
const WORDS = [
  '明锐',
  '恒达',
  '科远',
  '华拓',
  '博创',
  '智行',
  '鼎新',
  '瑞驰',
  '凯程',
  '天衡',
  '立川',
  '优行',
];
const FIELDS = ['自动化', '机器人', '医疗器械', '光电', '仪器', '新能源', '半导体设备', '液压'];
const SURNAMES = '王李张刘陈杨赵黄周吴徐孙马朱胡林郭何'.split('');
const COMPANIES = 42;

/** The customers of the shop, with invented names. */
export function planCompanies(random: Random): Company[] {
  const names = new Set<string>();
  while (names.size < COMPANIES) {
    names.add(`${random.pick(CITIES)}${random.pick(WORDS)}${random.pick(FIELDS)}有限公司`);
  }
  let buyer = 0;
  return [...names].map((name, index) => ({
    name,
    weight: 1 / (index + 3),
    loyalty: random.between(0.3, 0.75),
    buyers: Array.from({ length: random.integer(1, 3) }, () => {
      buyer += 1;
      return {
        username: `buyer${buyer}`,
        nickName: `${random.pick(SURNAMES)}工`,
        phone: `1380000${String(buyer).padStart(4, '0')}`,
      };
    }),
  }));
}

/** Staff who price requests and move orders. */
export const staff = [
  { username: 'sales1', nickName: '陈静' },
  { username: 'sales2', nickName: '刘洋' },
  { username: 'sales3', nickName: '赵敏' },
] as const;
