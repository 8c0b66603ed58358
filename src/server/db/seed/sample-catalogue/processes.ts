import { materialKeysOf } from './materials.ts';
import { except, buildProcesses, only, type ProcessDraft } from './process-nodes.ts';
import { surfaceFinishes } from './surface-finishes.ts';

const plastics = materialKeysOf('plastic');
const notPlastics = except(plastics);
const notPtfe = except(['ptfe']);
const softPlastics = ['ptfe', 'pa66'];

const notice = '示例工艺，价格为示例价格';

const drafts: ProcessDraft[] = [
  { key: 'surface', name: '表面处理', children: surfaceFinishes },
  {
    key: 'stock_colour',
    name: '材料颜色',
    rule: only(plastics),
    children: [
      { key: 'natural', name: '本色', rule: only(['pa66', 'peek']) },
      { key: 'white', name: '白色', rule: only(['pom', 'abs', 'pmma', 'ptfe']) },
      { key: 'black', name: '黑色', rule: only(plastics.filter((key) => key !== 'ptfe')) },
      { key: 'clear', name: '透明', rule: only(['pc', 'pmma']) },
    ],
  },
  {
    key: 'tolerance',
    name: '公差',
    children: [
      { key: 'm', name: 'GB/T 1804-m', remark: '线性尺寸未注公差，中等级' },
      { key: 'f', name: 'GB/T 1804-f', rule: notPtfe, remark: '线性尺寸未注公差，精密级' },
      { key: 'pm005', name: '±0.05 mm', rule: except(softPlastics) },
      { key: 'pm002', name: '±0.02 mm', rule: notPlastics },
      { key: 'pm001', name: '±0.01 mm', rule: notPlastics },
    ],
  },
  {
    key: 'roughness',
    name: '粗糙度',
    children: [
      { key: 'ra32', name: 'Ra3.2' },
      { key: 'ra16', name: 'Ra1.6' },
      { key: 'ra08', name: 'Ra0.8', rule: except(softPlastics) },
      { key: 'ra04', name: 'Ra0.4', rule: notPlastics },
    ],
  },
  {
    key: 'thread',
    name: '螺纹',
    remark: '请按底孔建模，例如 M8×1.25 画 φ6.8',
    children: [
      { key: 'none', name: '无螺纹' },
      { key: 'm2', name: 'M2–M2.5（≤4 孔）', rule: notPtfe },
      { key: 'm3', name: 'M3–M6（≤4 孔）' },
      { key: 'm3_many', name: 'M3–M6（5–12 孔）' },
      { key: 'm8', name: 'M8–M12（≤4 孔）' },
      { key: 'inch', name: '英制 UNC/UNF（≤4 孔）', rule: notPlastics },
      {
        key: 'insert',
        name: '镶钢丝牙套（≤4 孔）',
        rule: only([...materialKeysOf('aluminium'), 'pom', 'abs', 'pc', 'pa66', 'peek']),
      },
    ],
  },
  {
    key: 'heat',
    name: '热处理',
    rule: only(materialKeysOf('stainless', 'carbon_steel', 'titanium')),
    children: [
      { key: 'none', name: '无' },
      { key: 'stress_relief', name: '去应力退火' },
      { key: 'quench_temper', name: '调质 HRC28–32', rule: only(['steel45', 's50c', 'sus420']) },
      { key: 'harden', name: '淬火回火 HRC40–45', rule: only(['steel45', 's50c', 'sus420']) },
      { key: 'induction', name: '高频淬火 HRC48–52', rule: only(['steel45', 's50c']) },
      { key: 'carburise', name: '渗碳淬火 HRC58–62', rule: only(['steel20']) },
    ],
  },
  {
    key: 'marking',
    name: '打标',
    children: [
      { key: 'none', name: '无' },
      { key: 'laser', name: '激光打标', rule: notPlastics, remark: '需提供二维图档' },
      { key: 'laser_serial', name: '激光打标（逐件序列号）', rule: notPlastics },
      {
        key: 'silk_screen',
        name: '丝印',
        rule: notPtfe,
        remark: '需提供二维图档',
        children: [
          { key: 'black', name: '黑色' },
          { key: 'white', name: '白色' },
          { key: 'two_colour', name: '双色' },
        ],
      },
    ],
  },
  {
    key: 'inspection',
    name: '检验',
    children: [
      { key: 'standard', name: '标准出厂检验' },
      { key: 'dimensions', name: '尺寸检测报告' },
      { key: 'first_article', name: '首件检验（FAI）' },
      { key: 'full', name: '全尺寸全检' },
      { key: 'cmm', name: '三坐标报告（CMM）' },
    ],
  },
  {
    key: 'documents',
    name: '随货文件',
    children: [
      { key: 'none', name: '无' },
      { key: 'material', name: '材质证明（质保书）' },
      { key: 'rohs', name: 'RoHS/REACH 声明' },
    ],
  },
  {
    key: 'packing',
    name: '清洗包装',
    children: [
      { key: 'standard', name: '标准包装' },
      { key: 'single', name: '单件独立包装' },
      { key: 'ultrasonic', name: '超声波清洗+独立包装' },
      { key: 'rust_proof', name: '真空防锈包装', rule: only(materialKeysOf('carbon_steel', 'copper')) },
    ],
  },
];

const roots = drafts.map((root) => ({
  ...root,
  remark: root.remark ? `${root.remark}（${notice}）` : notice,
}));

export const sampleProcesses = buildProcesses(roots);
