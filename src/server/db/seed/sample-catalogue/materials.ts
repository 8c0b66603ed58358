export type MaterialTag = 'aluminium' | 'stainless' | 'carbon_steel' | 'copper' | 'plastic' | 'titanium';

export interface SampleMaterial {
  key: string;
  name: string;
  materialTag: MaterialTag;
  /** g/cm³ */
  density: number;
  /** The stock (blank) covered by the tag's machining price, mm. */
  length: number;
  width: number;
  height: number;
  /** Days for one piece without any process. */
  deliveryTime: number;
  /** Exponent of the quantity in the delivery time, 0..1. */
  speed: number;
  sort: number;
  remark: string;
}

interface Row {
  name: string;
  density: number;
  stock: [length: number, width: number, height: number];
  days: number;
  speed: number;
  note: string;
}

export const sampleTags: { value: MaterialTag; label: string; sort: number }[] = [
  { value: 'aluminium', label: '铝合金', sort: 10 },
  { value: 'stainless', label: '不锈钢', sort: 20 },
  { value: 'carbon_steel', label: '碳钢', sort: 30 },
  { value: 'copper', label: '铜', sort: 40 },
  { value: 'plastic', label: '工程塑料', sort: 50 },
  { value: 'titanium', label: '钛合金', sort: 60 },
];

// One machining price serves a whole tag, so a more expensive grade has a smaller blank: its parts get more expensive
// at smaller sizes.
const rows: Record<MaterialTag, Record<string, Row>> = {
  aluminium: {
    al6061: { name: 'AL6061-T6', density: 2.7, stock: [150, 100, 30], days: 3, speed: 0.12, note: '通用' },
    al7075: { name: 'AL7075-T6', density: 2.81, stock: [120, 80, 30], days: 3, speed: 0.14, note: '高强度' },
    al5052: { name: 'AL5052-H32', density: 2.68, stock: [200, 100, 20], days: 3, speed: 0.12, note: '防锈' },
    al6063: { name: 'AL6063-T5', density: 2.7, stock: [300, 60, 25], days: 3, speed: 0.12, note: '型材' },
    al2a12: { name: 'AL2A12-T4', density: 2.78, stock: [120, 100, 25], days: 4, speed: 0.14, note: '硬铝' },
  },
  stainless: {
    sus304: { name: 'SUS304', density: 7.93, stock: [120, 80, 25], days: 4, speed: 0.18, note: '通用' },
    sus303: { name: 'SUS303', density: 7.93, stock: [150, 40, 40], days: 4, speed: 0.16, note: '易切削' },
    sus316l: { name: 'SUS316L', density: 7.98, stock: [100, 80, 20], days: 5, speed: 0.2, note: '耐蚀' },
    sus420: { name: 'SUS420J2', density: 7.75, stock: [120, 60, 25], days: 5, speed: 0.2, note: '可淬硬' },
  },
  carbon_steel: {
    q235: { name: 'Q235B', density: 7.85, stock: [200, 100, 25], days: 3, speed: 0.15, note: '结构件' },
    steel20: { name: '20#钢', density: 7.85, stock: [150, 80, 30], days: 4, speed: 0.15, note: '可渗碳' },
    steel45: { name: '45#钢', density: 7.85, stock: [150, 80, 30], days: 3, speed: 0.15, note: '通用' },
    s50c: { name: 'S50C', density: 7.85, stock: [160, 100, 25], days: 4, speed: 0.16, note: '模具板' },
  },
  copper: {
    h59: { name: '黄铜 H59', density: 8.5, stock: [100, 60, 30], days: 4, speed: 0.15, note: '易切削' },
    h62: { name: '黄铜 H62', density: 8.5, stock: [120, 80, 15], days: 4, speed: 0.15, note: '板材' },
    t2: { name: '紫铜 T2', density: 8.9, stock: [100, 60, 20], days: 4, speed: 0.18, note: '导电' },
    qsn65: {
      name: '锡青铜 QSn6.5-0.1',
      density: 8.8,
      stock: [100, 50, 20],
      days: 5,
      speed: 0.18,
      note: '耐磨',
    },
  },
  plastic: {
    pom: { name: 'POM 赛钢', density: 1.41, stock: [200, 100, 40], days: 3, speed: 0.1, note: '耐磨' },
    abs: { name: 'ABS', density: 1.05, stock: [200, 120, 40], days: 3, speed: 0.1, note: '手板' },
    pc: { name: 'PC 聚碳酸酯', density: 1.2, stock: [200, 100, 30], days: 3, speed: 0.12, note: '抗冲击' },
    pmma: { name: 'PMMA 亚克力', density: 1.18, stock: [300, 200, 10], days: 3, speed: 0.12, note: '透光' },
    pa66: { name: 'PA66 尼龙', density: 1.15, stock: [150, 100, 40], days: 3, speed: 0.12, note: '吸水变形' },
    peek: { name: 'PEEK', density: 1.32, stock: [60, 50, 20], days: 5, speed: 0.18, note: '耐高温' },
    ptfe: { name: 'PTFE 铁氟龙', density: 2.19, stock: [150, 80, 30], days: 4, speed: 0.14, note: '质软' },
  },
  titanium: {
    tc4: { name: '钛合金 TC4', density: 4.43, stock: [100, 60, 25], days: 6, speed: 0.25, note: '高比强度' },
    ta2: { name: '工业纯钛 TA2', density: 4.51, stock: [120, 60, 20], days: 6, speed: 0.22, note: '耐蚀' },
  },
};

export const sampleMaterials: SampleMaterial[] = sampleTags.flatMap((tag) =>
  Object.entries(rows[tag.value]).map(([key, row], index) => ({
    key,
    name: row.name,
    materialTag: tag.value,
    density: row.density,
    length: row.stock[0],
    width: row.stock[1],
    height: row.stock[2],
    deliveryTime: row.days,
    speed: row.speed,
    sort: tag.sort * 10 + index + 1,
    remark: `${row.note}（示例数据）`,
  })),
);

export const materialKeysOf = (...tags: MaterialTag[]): string[] =>
  sampleMaterials.filter((material) => tags.includes(material.materialTag)).map((material) => material.key);
