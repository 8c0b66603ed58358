import { plainDigits } from '#domain/parse-number.ts';

/** Traditional and Japanese characters in trade terms, each followed by its simplified form. */
const PAIRS =
  '長长寬宽圖图図图號号項项規规徑径圓圆數数單单備备註注稱称圍围質质鋁铝鋼钢鐵铁銅铜錫锡鋅锌鎳镍鉻铬鈦钛鍍镀陽阳極极處处処处噴喷絲丝發发鈍钝電电導导熱热調调塗涂層层檢检検检驗验験验標标' +
  '準准報报證证紙纸顏颜黃黄紅红藍蓝綠绿銀银黒黑產产編编採采購购訂订總总計计價价類类壓压鑄铸滲渗頻频鏡镜個个隻只張张塊块條条雙双組组對对裝装測测溫温無无說说釐厘闊阔內内龍龙軸轴車车銑铣' +
  '軟软網网貨货邊边臺台紋纹鋸锯鏽锈銹锈氣气';
const simplified = new Map(
  Array.from({ length: PAIRS.length / 2 }, (_, index) => [
    PAIRS.charAt(index * 2),
    PAIRS.charAt(index * 2 + 1),
  ]),
);
const TRADITIONAL = new RegExp(`[${[...simplified.keys()].join('')}]`, 'g');

/** Converts full-width, traditional and Japanese characters to plain simplified ones, for comparison. */
export const plainCharacters = (text: string): string =>
  plainDigits(text).replaceAll(TRADITIONAL, (character) => simplified.get(character) ?? character);
