import type { IDxf, IEntity } from 'dxf-parser';
import type { Look } from './stroke-book.ts';

/** What an object inherits from the insert of its block. */
export interface Inherited extends Look {
  layer: string | undefined;
}

const INK = 0x1f2937;
/** Relative luminance above which a line is hard to see on white. */
const BRIGHTEST = 0.3;
/** Channels of a colour that is white or nearly so. */
const NEARLY_WHITE = 200;

/** Colours are chosen for a black background: white becomes ink, yellow and green become darker. */
export function legibleColor(color: number): number {
  let channels = [(color >> 16) & 255, (color >> 8) & 255, color & 255];
  if (channels.every((channel) => channel > NEARLY_WHITE)) return INK;
  const luminance = () =>
    channels.reduce((sum, channel, n) => sum + (channel / 255) ** 2.2 * ([0.21, 0.72, 0.07][n] ?? 0), 0);
  while (luminance() > BRIGHTEST) channels = channels.map((channel) => Math.round(channel * 0.9));
  return channels.reduce((sum, channel) => sum * 256 + channel, 0);
}

/** Layers, colours and line types of a file. */
export interface Looks {
  isHidden: (entity: Partial<IEntity>, inherited: Inherited) => boolean;
  lookOf: (entity: IEntity, inherited: Inherited) => Inherited;
}

export const PLAIN: Inherited = { color: INK, dash: [], layer: undefined };

const BY_BLOCK = 0;

/** `layerLineTypes` are the line types of layers, which the parser leaves out. */
export function createLooks(dxf: IDxf, layerLineTypes: ReadonlyMap<string, string>): Looks {
  const layers = new Map(Object.entries(dxf.tables?.layer?.layers ?? {}));
  const lineTypes = new Map(
    Object.entries(dxf.tables?.lineType?.lineTypes ?? {}).map(([name, type]) => [name.toUpperCase(), type]),
  );
  const general = Number(dxf.header?.['$LTSCALE'] ?? 1) || 1;
  const dashes = new Map<string, readonly number[]>();

  /** Objects on layer 0 of a block are on the layer of its insert. */
  const layerOf = ({ layer }: Partial<IEntity>, inherited: Inherited) =>
    layer === undefined || layer === '0' ? (inherited.layer ?? layer) : layer;

  const dashOf = (name: string, scale: number): readonly number[] => {
    const key = `${name} ${scale}`;
    const known = dashes.get(key);
    if (known) return known;
    const dash = dashLengths(lineTypes.get(name)?.pattern ?? [], scale);
    dashes.set(key, dash);
    return dash;
  };

  return {
    isHidden(entity, inherited) {
      const layer = layers.get(layerOf(entity, inherited) ?? '');
      return entity.visible === false || layer?.visible === false || layer?.frozen === true;
    },
    lookOf(entity, inherited) {
      const layerName = layerOf(entity, inherited);
      const layer = layers.get(layerName ?? '');
      const color = entity.colorIndex === BY_BLOCK ? undefined : (entity.color ?? layer?.color);
      const lineType = (entity.lineType ?? 'BYLAYER').toUpperCase();
      const name = lineType === 'BYLAYER' ? (layerLineTypes.get(layerName ?? '') ?? '') : lineType;
      return {
        layer: layerName,
        color: entity.colorIndex === BY_BLOCK ? inherited.color : legibleColor(color ?? 0xff_ff_ff),
        dash: lineType === 'BYBLOCK' ? inherited.dash : dashOf(name, general * (entity.lineTypeScale ?? 1)),
      };
    },
  };
}

/** Parts of a line type that are drawn. */
const MAX_DASHES = 12;

/** Lengths of dash, gap, dash, gap …: a negative length is a gap, 0 a dot. */
function dashLengths(pattern: readonly (string | number)[], scale: number): readonly number[] {
  const lengths = pattern.slice(0, MAX_DASHES).map((length) => Number(length) * scale);
  const total = lengths.reduce((sum, length) => sum + Math.abs(length), 0);
  const isUsable = lengths.length >= 2 && lengths.length % 2 === 0 && lengths.every(Number.isFinite);
  if (!isUsable || !(total > 0) || !lengths.some((length) => length < 0)) return [];
  return lengths.map((length) => Math.max(Math.abs(length), total / 50));
}

/** The line type of each layer: group 6 of the records of the table LAYER. Lines are group codes and values in turn. */
export function readLayerLineTypes(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const start = text.search(/^\s*TABLE\s*\r?\n\s*2\s*\r?\n\s*LAYER\s*$/m);
  if (start === -1) return found;
  const end = text.indexOf('ENDTAB', start);
  const lines = text.slice(start, end === -1 ? undefined : end).split(/\r\n|\r|\n/);
  let name = '';
  // The first line is the value of a group 0.
  for (let n = 1; n + 1 < lines.length; n += 2) {
    const [code, value = ''] = [lines[n]?.trim(), lines[n + 1]?.trim()];
    if (code === '2') name = value;
    else if (code === '6') found.set(name, value.toUpperCase());
  }
  return found;
}
