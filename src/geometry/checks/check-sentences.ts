import type { CheckCode } from './check-limits.ts';
import type { Check } from './checks.ts';
import { isMeshFormat, type ReadingNote } from '../model-reading.ts';

/** Rounds as `checkPart` does, so that a figure never looks equal to the limit that it misses. */
const formatFigure = (value: number): string => String(Number(value.toFixed(2)));
const mm = (value: number): string => `${formatFigure(value)} mm`;

/** Names of the findings, as settings show them. */
export const checkNames: Readonly<Record<CheckCode, string>> = {
  'file-incomplete': '文件不完整',
  'hidden-bodies': '隐藏实体',
  'other-bodies': '未计入的实体',
  'left-out': '未计入的内容',
  'several-bodies': '多个实体',
  'open-shell': '开放曲面',
  'suspicious-unit': '单位可疑',
  'beyond-envelope': '超出机床',
  'too-small': '太小',
  'thin-wall': '薄壁',
  'deep-hole': '深孔',
  'hole-too-deep': '超深孔',
  'deep-pocket': '深腔',
  'narrow-pocket': '窄槽',
  'sharp-inner-corner': '内尖角',
  'small-inner-radius': '小内圆角',
  undercut: '倒扣',
  'drawing-missing': '缺图纸',
  'set-ups': '多次装夹',
  turned: '车削',
  milled: '铣削',
};

/** The finding of a check, with its figures. */
export function checkSentence(check: Check): string {
  switch (check.code) {
    case 'file-incomplete':
      return `文件不完整：${noteTexts(check.figures.notes)}，量出的尺寸和体积可能不对`;
    case 'hidden-bodies':
      return `文件里有${noteTexts(check.figures.notes)}，已一并读出，请确认要不要加工`;
    case 'other-bodies':
    case 'left-out':
      return `没有计入${noteTexts(check.figures.notes)}`;
    case 'several-bodies':
      return `一个零件里有 ${check.figures.bodies} 个实体`;
    case 'open-shell':
      return '曲面没有封闭，量不出体积';
    case 'suspicious-unit':
      return `最长 ${mm(check.figures.longestEdgeMm)}，单位可能不对：${check.figures.suggestedFactor > 1 ? '可试 ×25.4' : '可试 ÷25.4'}`;
    case 'beyond-envelope':
      return `${check.figures.edgesMm.map((edge) => formatFigure(edge)).join(' × ')} mm 超出机床行程`;
    case 'too-small':
      return `最长只有 ${mm(check.figures.longestEdgeMm)}，难以装夹`;
    case 'thin-wall':
      return `薄壁 ${mm(check.figures.thicknessMm)}（建议不小于 ${mm(check.figures.limitMm)}）`;
    case 'deep-hole':
      return `${placesText(check.figures.places)}深孔 Ø${formatFigure(check.figures.diameterMm)} 深 ${formatFigure(check.figures.depthMm)}（1:${formatFigure(check.figures.ratio)}），加工较慢`;
    case 'hole-too-deep':
      return `${placesText(check.figures.places)}孔 Ø${formatFigure(check.figures.diameterMm)} 深 ${formatFigure(check.figures.depthMm)}（1:${formatFigure(check.figures.ratio)}），需要专用刀具`;
    case 'deep-pocket':
      return `${placesText(check.figures.places)}深腔 深 ${formatFigure(check.figures.depthMm)} 宽 ${formatFigure(check.figures.widthMm)}（超过宽度的 ${formatFigure(check.figures.limit)} 倍）`;
    case 'narrow-pocket':
      return `${placesText(check.figures.places)}窄槽 宽 ${mm(check.figures.widthMm)}（最小 ${mm(check.figures.limitMm)}）`;
    case 'sharp-inner-corner':
      return `${placesText(check.figures.places)}内尖角，铣刀铣不出`;
    case 'small-inner-radius':
      return `最小内圆角 R${formatFigure(check.figures.radiusMm)}（建议不小于 R${formatFigure(check.figures.limitMm)}）`;
    case 'undercut':
      return `${placesText(check.figures.places)}面有倒扣，直刀到不了`;
    case 'drawing-missing':
      return `${check.figures.works.join('、')}要按图纸加工，这个零件还没有图纸`;
    case 'set-ups':
      return `估计要装夹 ${check.figures.setups} 次`;
    case 'turned':
      return '适合车削';
    case 'milled':
      return '适合铣削';
  }
}

const MAX_NAMES_SHOWN = 3;

const noteWords: Readonly<Record<ReadingNote['code'], (count: number) => string>> = {
  'missing-entities': (count) => `${count} 处引用的内容不在文件里`,
  'missing-lines': (count) => `缺 ${count} 行`,
  'double-entities': (count) => `${count} 个编号重复`,
  'zero-bytes': (count) => `有 ${count} 字节空白数据`,
  'cut-end': () => '结尾被截断',
  'bodies-not-read': (count) => `${count} 个实体读不出来`,
  'open-bodies': (count) => `${count} 个实体没有封闭`,
  'faces-not-read': (count) => `${count} 个面读不出来`,
  'wrong-entities': (count) => `${count} 处几何数据有错`,
  'loose-faces': (count) => `${count} 个面不属于任何实体`,
  'places-unknown': (count) => `装配里 ${count} 处零件没有位置`,
  'other-scale': () => '写明的比例不是 1∶1',
  'hidden-bodies': (count) => ` ${count} 个隐藏的实体`,
  'triangle-bodies': (count) => `文件里只有三角面片的 ${count} 个实体`,
  'negative-volumes': (count) => `切片软件里要减去的 ${count} 个负零件`,
  'modifier-volumes': (count) => `${count} 个修改器`,
  'support-volumes': (count) => `${count} 个支撑`,
  'unprinted-items': (count) => `不打印的 ${count} 个对象`,
  'trailing-bytes': (count) => `文件结尾 ${count} 字节空白`,
  'extension-shapes': (count) => `用 3MF 扩展描述的 ${count} 个形状`,
  'flat-faces': (count) => `不足三个顶点的 ${count} 个面`,
  surfaces: (count) => `不属于实体的 ${count} 个曲面`,
};

const noteTexts = (notes: readonly ReadingNote[]): string =>
  notes.map(({ code, count, names = [] }) => noteWords[code](count) + namesText(names)).join('、');

function namesText(names: readonly string[]): string {
  if (names.length === 0) return '';
  return `（${names.slice(0, MAX_NAMES_SHOWN).join('、')}${names.length > MAX_NAMES_SHOWN ? ' 等' : ''}）`;
}

const placesText = (count: number): string => (count > 1 ? `${count} 处` : '');

/** Information about a part that needs no attention. */
export const isInformational = ({ code }: Check): boolean =>
  code === 'turned' || code === 'milled' || code === 'set-ups';

interface CheckedPart {
  format: string | undefined;
  /** Whether several bodies form one part. */
  isWhole: boolean;
  /** False for a mesh that was measured before walls of meshes were checked. */
  isWallChecked: boolean;
}

/**
 * Names the checks that were skipped for lack of features, so that an empty list of findings does not look like a pass. Empty
 * for a single B-rep body.
 */
export function uncheckedSentence({ format, isWhole, isWallChecked }: CheckedPart): string {
  if (isMeshFormat(format)) {
    const walls = isWhole || !isWallChecked ? '壁厚、' : '';
    return `网格文件（STL、OBJ、3MF）不检查${walls}${NOT_CHECKED}；需要时请提供 STEP 文件`;
  }
  return isWhole ? `多个实体作为一个零件时不检查壁厚、${NOT_CHECKED}` : '';
}

const NOT_CHECKED = '孔、型腔和内圆角';
