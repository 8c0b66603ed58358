import { materialKeysOf } from './materials.ts';
import { except, only, type ProcessDraft } from './process-nodes.ts';

const aluminium = materialKeysOf('aluminium');
const stainless = materialKeysOf('stainless');
const carbonSteel = materialKeysOf('carbon_steel');
const metals = except(materialKeysOf('plastic'));

const anodiseColours: ProcessDraft[] = [
  { key: 'natural', name: '本色' },
  { key: 'black', name: '黑色' },
  { key: 'space_grey', name: '深空灰' },
  { key: 'red', name: '红色' },
  { key: 'sky_blue', name: '天蓝' },
  { key: 'dark_green', name: '深绿' },
  { key: 'sand_gold', name: '沙金' },
];

const coatColours: ProcessDraft[] = [
  { key: 'white', name: '白色' },
  { key: 'black', name: '黑色' },
  { key: 'grey', name: '灰色' },
  { key: 'custom', name: '指定色号', remark: '请在备注中写明劳尔或潘通色号' },
];

/**
 * Finishes with the materials that any plating shop accepts. Leaves out combinations that need a special line or a trial
 * (anodised titanium, blackened stainless steel, blasted plastics).
 */
export const surfaceFinishes: ProcessDraft[] = [
  { key: 'none', name: '无（保留刀纹）' },
  { key: 'blast', name: '喷砂', rule: metals, remark: '默认 120 目；壁厚小于 1.5 mm 不适用' },
  { key: 'brush', name: '拉丝', rule: metals, remark: '仅限平面，不超过 1000×360 mm' },
  { key: 'polish', name: '抛光', rule: metals },
  {
    key: 'anodise',
    name: '阳极氧化',
    rule: only(aluminium),
    remark: '膜厚 8–15 µm，不含喷砂；可能有挂点痕迹',
    children: anodiseColours,
  },
  {
    key: 'blast_anodise',
    name: '喷砂+阳极氧化',
    rule: only(aluminium),
    remark: '120 目喷砂，膜厚 8–15 µm；可能有挂点痕迹',
    children: anodiseColours,
  },
  {
    key: 'hard_anodise',
    name: '硬质阳极氧化',
    // The copper in 2A12 prevents a sound thick coating.
    rule: only(aluminium.filter((key) => key !== 'al2a12')),
    remark: '膜厚 25–50 µm，影响尺寸，请在图纸上注明',
    children: [
      { key: 'natural', name: '本色' },
      { key: 'black', name: '黑色' },
    ],
  },
  { key: 'chem_film', name: '导电氧化（本色）', rule: only(aluminium) },
  {
    key: 'electroless_nickel',
    name: '化学镀镍',
    rule: only(materialKeysOf('aluminium', 'carbon_steel', 'copper')),
    remark: '膜厚 5–25 µm',
  },
  {
    key: 'zinc',
    name: '镀锌',
    rule: only(carbonSteel),
    remark: '膜厚 5–15 µm',
    children: [
      { key: 'blue_white', name: '蓝白锌' },
      { key: 'iridescent', name: '五彩锌' },
    ],
  },
  { key: 'hard_chrome', name: '镀硬铬', rule: only(carbonSteel) },
  { key: 'black_oxide', name: '发黑', rule: only(carbonSteel), remark: '膜厚小于 2.5 µm，需涂防锈油' },
  { key: 'passivate', name: '钝化', rule: only(stainless) },
  { key: 'electropolish', name: '电解抛光', rule: only(stainless) },
  { key: 'e_coat', name: '电泳（黑色）', rule: only(materialKeysOf('aluminium', 'carbon_steel')) },
  {
    key: 'powder',
    name: '喷粉',
    rule: except(materialKeysOf('plastic', 'titanium')),
    remark: '膜厚 60–100 µm',
    children: coatColours,
  },
  {
    key: 'paint',
    name: '喷漆',
    // Paint does not adhere to self-lubricating and oily plastics.
    rule: only([...materialKeysOf('aluminium', 'stainless', 'carbon_steel', 'copper'), 'abs', 'pc', 'pmma']),
    children: coatColours,
  },
];
