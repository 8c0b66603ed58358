import type { IEntity } from 'dxf-parser';
import type { Look } from '../picture-builder.ts';
import type { DxfTables } from './tidy-dxf.ts';

/** The look and layer that an entity inherits from the INSERT of its block. */
export interface Inherited extends Look {
  layer: string | undefined;
}

const INK = 0x1f2937;
/** Relative luminance above which a line is hard to see on white. */
const MAX_LUMINANCE = 0.3;
/** All channels of a nearly white colour are above this. */
const NEARLY_WHITE = 200;

/** Adapts colours chosen for a black background: white becomes ink, yellow and green become darker. */
export function legibleColor(color: number): number {
  let channels = [(color >> 16) & 255, (color >> 8) & 255, color & 255];
  if (channels.every((channel) => channel > NEARLY_WHITE)) return INK;
  const luminance = () =>
    channels.reduce((sum, channel, n) => sum + (channel / 255) ** 2.2 * ([0.21, 0.72, 0.07][n] ?? 0), 0);
  while (luminance() > MAX_LUMINANCE) channels = channels.map((channel) => Math.round(channel * 0.9));
  return channels.reduce((sum, channel) => sum * 256 + channel, 0);
}

export interface LookResolver {
  isHidden: (entity: Partial<IEntity>, inherited: Inherited) => boolean;
  lookOf: (entity: IEntity, inherited: Inherited) => Inherited;
}

export const DEFAULT_LOOK: Inherited = { color: INK, dash: [], layer: undefined };

const BY_BLOCK = 0;

/** `palette` maps colour numbers to colours. */
export function createLookResolver(
  { layers, lineTypes, lineTypeScale }: DxfTables,
  palette: readonly (number | undefined)[],
): LookResolver {
  const dashes = new Map<string, readonly number[]>();

  /** Entities on layer 0 of a block take the layer of its INSERT. */
  const layerOf = ({ layer }: Partial<IEntity>, inherited: Inherited) =>
    layer === undefined || layer === '0' ? (inherited.layer ?? layer) : layer;

  const dashOf = (name: string, scale: number): readonly number[] => {
    const key = `${name} ${scale}`;
    const cached = dashes.get(key);
    if (cached) return cached;
    const dash = dashLengths(lineTypes.get(name) ?? [], scale);
    dashes.set(key, dash);
    return dash;
  };

  return {
    isHidden(entity, inherited) {
      const layer = layers.get(layerOf(entity, inherited) ?? '');
      // A layer with a negative colour is turned off.
      return entity.visible === false || (layer !== undefined && (layer.isFrozen || layer.colorIndex < 0));
    },
    lookOf(entity, inherited) {
      const layerName = layerOf(entity, inherited);
      const layer = layers.get(layerName ?? '');
      const layerColor = layer?.trueColor ?? palette[Math.abs(layer?.colorIndex ?? 7)];
      const color = entity.colorIndex === BY_BLOCK ? undefined : (entity.color ?? layerColor);
      const lineType = (entity.lineType ?? 'BYLAYER').toUpperCase();
      const name = lineType === 'BYLAYER' ? (layer?.lineType ?? '') : lineType;
      return {
        layer: layerName,
        color: entity.colorIndex === BY_BLOCK ? inherited.color : legibleColor(color ?? 0xff_ff_ff),
        dash:
          lineType === 'BYBLOCK' ? inherited.dash : dashOf(name, lineTypeScale * (entity.lineTypeScale ?? 1)),
      };
    },
  };
}

const MAX_DASHES = 12;

/** Lengths of dash, gap, dash, gap …; none for a solid line. In the pattern, a negative length is a gap, 0 a dot. */
function dashLengths(pattern: readonly number[], scale: number): readonly number[] {
  const lengths = pattern.slice(0, MAX_DASHES).map((length) => length * scale);
  const total = lengths.reduce((sum, length) => sum + Math.abs(length), 0);
  const isUsable = lengths.length >= 2 && lengths.length % 2 === 0 && lengths.every(Number.isFinite);
  if (!isUsable || !(total > 0) || !lengths.some((length) => length < 0)) return [];
  return lengths.map((length) => Math.max(Math.abs(length), total / 50));
}
