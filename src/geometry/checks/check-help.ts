import type { Check } from './checks.ts';
import { at } from '../vectors.ts';

const edgeNames = ['长度', '宽度', '高度'] as const;
/** Covers the rounding noise of a product of two figures. */
const NOISE = 1e-7;

/** Rounds down to the precision that sentences show: tenths of a millimetre, or hundredths below 10 mm. */
const roundDown = (value: number): number => {
  const unit = value < 10 ? 100 : 10;
  return Math.floor(value * unit + NOISE) / unit;
};
const roundUp = (value: number): number => {
  const unit = value < 10 ? 100 : 10;
  return Math.ceil(value * unit - NOISE) / unit;
};
const formatFigure = (value: number): string => String(Number(value.toFixed(2)));

/** How to change the part so that it passes the check, with figures; empty where no change helps. */
export function checkHelp(check: Check): string {
  switch (check.code) {
    case 'file-incomplete':
      return '请在设计软件里重新导出，再更换模型';
    case 'hidden-bodies':
      return '不加工的请在设计软件里删除后重新导出';
    case 'other-bodies':
      return '要加工的请在设计软件里转成实体后重新导出';
    case 'left-out':
      return check.figures.notes.every(({ code }) => code === 'trailing-bytes')
        ? '不影响形状'
        : '要加工的内容请做进实体后重新导出';
    case 'several-bodies':
      return '不是一体的零件请每个实体单独报价';
    case 'open-shell':
      return '在设计软件里缝合成封闭的实体后重新导出';
    case 'suspicious-unit': {
      const { longestEdgeMm, suggestedFactor } = check.figures;
      return `换算后最长 ${formatFigure(longestEdgeMm * suggestedFactor)} mm，与图纸相符就换算`;
    }
    case 'beyond-envelope':
      return envelopeHelp(check.figures);
    case 'too-small':
      return `最长边加到 ${formatFigure(check.figures.limitMm)} mm 以上，或几件连在一起加工再切开`;
    case 'thin-wall':
      return `壁厚加到 ${formatFigure(check.figures.limitMm)} mm 以上`;
    case 'deep-hole':
    case 'hole-too-deep':
      return holeHelp(check.figures);
    case 'deep-pocket': {
      const { depthMm, widthMm, limit } = check.figures;
      return `深度减到 ${formatFigure(roundDown(widthMm * limit))} mm 以内，或宽度加到 ${formatFigure(roundUp(depthMm / limit))} mm 以上`;
    }
    case 'narrow-pocket':
      return `槽宽加到 ${formatFigure(check.figures.limitMm)} mm 以上`;
    case 'sharp-inner-corner':
      return `加 R${formatFigure(check.figures.limitMm)} 以上的圆角，或在角上加清角孔`;
    case 'small-inner-radius':
      return `圆角放大到 R${formatFigure(check.figures.limitMm)} 以上`;
    case 'undercut':
      return '改成从外面直刀能到的形状，或拆成两个零件';
    case 'drawing-missing':
      return '附上标明位置、规格与公差的图纸（PDF、DXF、DWG 或图片）';
    case 'set-ups':
    case 'turned':
    case 'milled':
      return '';
  }
}

type Figures<Code extends Check['code']> = Extract<Check, { code: Code }>['figures'];

function envelopeHelp({ edgesMm, roomMm }: Figures<'beyond-envelope'>): string {
  if (!roomMm) return '';
  const exceededEdges = edgesMm.flatMap((edge, i) =>
    edge > at(roomMm, i) ? [{ name: edgeNames[i], room: at(roomMm, i), sections: edge / at(roomMm, i) }] : [],
  );
  const changes = exceededEdges
    .map(({ name, room }) => `${name}减到 ${formatFigure(room)} mm 以内`)
    .join('、');
  const [first] = exceededEdges;
  return exceededEdges.length === 1 && first
    ? `${changes}，或分成 ${Math.ceil(first.sections)} 段加工`
    : changes;
}

/** Several holes may differ in diameter: the ratio applies to each. */
function holeHelp({ places, diameterMm, depthMm, limit }: Figures<'deep-hole'>): string {
  const depth = formatFigure(roundDown(diameterMm * limit));
  return places > 1
    ? `孔深减到孔径的 ${formatFigure(limit)} 倍以内（Ø${formatFigure(diameterMm)} 为 ${depth} mm）`
    : `孔深减到 ${depth} mm 以内，或孔径加到 Ø${formatFigure(roundUp(depthMm / limit))} 以上`;
}
