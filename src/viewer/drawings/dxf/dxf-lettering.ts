import type { IEntity, IMtextEntity, ITextEntity } from 'dxf-parser';
import { apply, applyToVector, type Affine, type Point } from '../affine.ts';
import { numberOf, textOf, type GroupEntity } from './dxf-groups.ts';
import type { Lettering } from './dxf-picture.ts';
import { pointOf, type Parsed } from './dxf-shapes.ts';
import { plainLines, plainText } from './dxf-text.ts';

const RAD = Math.PI / 180;
/** Line pitch of an MTEXT in heights of a capital letter. */
const LINE_PITCH = 5 / 3;
const MAX_LINES = 500;

const aligns = ['left', 'center', 'right'] as const;

/** The lines of text of an entity; undefined for entity types without text. */
export function letteringOf(entity: IEntity, map: Affine, color: number): Lettering[] | undefined {
  switch (entity.type) {
    case 'TEXT':
      return [letteringOfText(entity as Parsed<ITextEntity>, map, color)].filter(hasText);
    case 'ATTRIB':
      return [letteringOfText(textOfAttribute(entity as GroupEntity), map, color)].filter(hasText);
    case 'MTEXT':
      return letteringOfMtext(entity, map, color);
    default:
      return undefined;
  }
}

const hasText = ({ text }: Lettering) => text.trim() !== '';

interface TextPosition {
  at: Point;
  rad: number;
  height: number;
  stretch?: number;
}

/** Maps the position and directions of a text to the drawing. */
function mapPosition(map: Affine, { at, rad, height, stretch = 1 }: TextPosition) {
  const [sine, cosine] = [Math.sin(rad) * height, Math.cos(rad) * height];
  const [x, y] = apply(map, at);
  return {
    x,
    y,
    across: applyToVector(map, [cosine * stretch, sine * stretch]),
    up: applyToVector(map, [-sine, cosine]),
  };
}

/** Horizontal alignments 3 and 5 fit the text between two points; 4 is the middle. */
const FITTING_ALIGNMENTS = new Set([3, 5]);
const MIDDLE = 4;
const baselines = ['alphabetic', 'bottom', 'middle', 'top'] as const;

function letteringOfText(entity: Parsed<ITextEntity>, map: Affine, color: number): Lettering {
  const { startPoint, endPoint, textHeight = Number.NaN, xScale, rotation = 0, text = '' } = entity;
  const { halign = 0, valign = 0 } = entity;
  const isAligned =
    (halign !== 0 || valign !== 0) && endPoint !== undefined && !FITTING_ALIGNMENTS.has(halign);
  const at = pointOf(isAligned ? endPoint : startPoint);
  const isMiddle = isAligned && halign === MIDDLE;
  return {
    ...mapPosition(map, { at, rad: rotation * RAD, height: textHeight, stretch: xScale }),
    text: plainText(text),
    color,
    align: isMiddle ? 'center' : ((isAligned ? aligns[halign] : undefined) ?? 'left'),
    baseline: isMiddle ? 'middle' : ((isAligned ? baselines[valign] : undefined) ?? 'alphabetic'),
  };
}

/** Reads an attribute, such as a value of a title block, by its DXF group codes. Hidden ones get no text. */
function textOfAttribute(entity: GroupEntity): Parsed<ITextEntity> {
  const number = (code: number) => numberOf(entity, code, Number.NaN);
  const isHidden = (numberOf(entity, 70, 0) & 1) === 1;
  const end = { x: number(11), y: number(21), z: 0 };
  return {
    text: isHidden ? '' : textOf(entity, 1),
    startPoint: { x: number(10), y: number(20), z: 0 },
    endPoint: Number.isNaN(end.x) ? undefined : end,
    textHeight: number(40),
    xScale: numberOf(entity, 41, 1),
    rotation: numberOf(entity, 50, 0),
    halign: numberOf(entity, 72, 0),
    valign: numberOf(entity, 74, 0),
  };
}

export function letteringOfMtext(entity: Parsed<IMtextEntity>, map: Affine, color: number): Lettering[] {
  const { position, directionVector, height = Number.NaN, width = 0, attachmentPoint = 1 } = entity;
  const rad = directionVector
    ? Math.atan2(directionVector.y, directionVector.x)
    : (entity.rotation ?? 0) * RAD;
  const lines = plainLines(entity.text ?? '', width > 0 ? width / height : Infinity).slice(0, MAX_LINES);
  const row = Math.floor((attachmentPoint - 1) / 3);
  // The lines are below, around or above the insertion point; `linesHeight` is in heights of a capital letter.
  const linesHeight = (lines.length - 1) * LINE_PITCH + 1;
  const top = ([0, linesHeight / 2, linesHeight][row] ?? 0) * height;
  const start = pointOf(position);
  const placed = lines.map((text, n): Lettering => {
    const rise = top - n * LINE_PITCH * height;
    const at: Point = [start[0] - Math.sin(rad) * rise, start[1] + Math.cos(rad) * rise];
    return {
      ...mapPosition(map, { at, rad, height }),
      text,
      color,
      align: aligns[(attachmentPoint - 1) % 3] ?? 'left',
      baseline: 'top',
    };
  });
  return placed.filter(hasText);
}
