import type { IBlock, IDimensionEntity, IDxf, IEntity, IInsertEntity } from 'dxf-parser';
import { chain, IDENTITY, MIRRORED, translate, scale, rotate, type Affine } from '../affine.ts';
import { DrawingError } from '../drawing.ts';
import { DEFAULT_LOOK, type Inherited, type LookResolver } from './dxf-looks.ts';
import { numberOf, type GroupEntity } from './dxf-groups.ts';
import { letteringOf, letteringOfMtext } from './dxf-lettering.ts';
import { readMultileader } from './dxf-multileader.ts';
import type { DxfPicture, Lettering } from './dxf-picture.ts';
import { cornersOfSolid, piecesOf, type Parsed } from './dxf-shapes.ts';
import { PictureBuilder, type Piece } from '../picture-builder.ts';

/** Limit for the number of entities after all blocks are inserted. */
export const MAX_ENTITIES = 200_000;
/** Limit for the nesting of blocks. */
const MAX_DEPTH = 16;

/** Entity types omitted without a notice: construction points and attribute templates. */
const INVISIBLE = new Set(['POINT', 'ATTDEF']);

/**
 * The lines and texts of the model space of a parsed file or, when that is empty, of its paper space.
 * @throws DrawingError when there are too many entities or nothing to draw
 */
export function outlineDxf(dxf: IDxf, resolver: LookResolver): Omit<DxfPicture, 'isTruncated'> {
  const entities = dxf.entities ?? [];
  const model = entities.filter(({ inPaperSpace }) => !inPaperSpace);
  const visitor = new Visitor(dxf, resolver);
  visitor.visitAll(model.length > 0 ? model : entities, IDENTITY, DEFAULT_LOOK, 0);
  return visitor.builder.finish(visitor.missingCount);
}

class Visitor {
  readonly builder = new PictureBuilder();
  missingCount = 0;
  #visited = 0;
  /** Cached, because blocks are inserted repeatedly. */
  readonly #pieces = new Map<IEntity, readonly Piece[]>();
  readonly #blocks: ReadonlyMap<string, IBlock>;
  readonly #looks: LookResolver;

  constructor(dxf: IDxf, resolver: LookResolver) {
    this.#blocks = new Map(Object.entries(dxf.blocks ?? {}));
    this.#looks = resolver;
  }

  visitAll(entities: readonly IEntity[], map: Affine, inherited: Inherited, depth: number): void {
    for (const entity of entities) this.#visit(entity, map, inherited, depth);
  }

  /** Counts entities of hidden layers too, because a hostile file may have any number. */
  #count(): void {
    this.#visited += 1;
    if (this.#visited > MAX_ENTITIES) throw new DrawingError('too-large');
  }

  #visit(entity: IEntity, outer: Affine, inherited: Inherited, depth: number): void {
    this.#count();
    if (INVISIBLE.has(entity.type) || this.#looks.isHidden(entity, inherited)) return;
    const look = this.#looks.lookOf(entity, inherited);
    const map = isMirrored(entity) ? chain(outer, MIRRORED) : outer;
    if (entity.type === 'INSERT') return this.#insert(entity, map, look, depth);
    if (entity.type === 'DIMENSION') {
      // Its block has absolute coordinates.
      const block = this.#blocks.get((entity as Parsed<IDimensionEntity>).block ?? '');
      return this.#drawBlock(block, outer, look, depth);
    }
    if (!this.#draw(entity, map, look)) this.missingCount += 1;
  }

  #draw(entity: IEntity, map: Affine, look: Inherited): boolean {
    if (entity.type === 'SOLID') {
      // A SOLID is filled.
      return this.builder.add(cornersOfSolid(entity), map, { ...look, dash: [] }, true);
    }
    if (entity.type === 'MULTILEADER') {
      const { lines, label, hasBlock } = readMultileader(entity as GroupEntity);
      const areLinesDrawn = lines.length === 0 || this.builder.add(lines, map, look);
      const texts = label ? letteringOfMtext(label, map, look.color) : [];
      return this.#write(texts) && areLinesDrawn && !hasBlock;
    }
    const texts = letteringOf(entity, map, look.color);
    if (texts) return this.#write(texts);
    const pieces = this.#pieces.get(entity) ?? piecesOf(entity);
    if (pieces) this.#pieces.set(entity, pieces);
    return pieces !== undefined && this.builder.add(pieces, map, look);
  }

  #write(texts: readonly Lettering[]): boolean {
    return texts.every((text, n) => {
      if (n > 0) this.#count();
      return this.builder.addText(text);
    });
  }

  #insert(entity: Parsed<IInsertEntity>, map: Affine, look: Inherited, depth: number): void {
    const { name = '', position, rotation = 0, xScale = 1, yScale = 1 } = entity;
    const { columnCount = 1, rowCount = 1, columnSpacing = 0, rowSpacing = 0 } = entity;
    const block = this.#blocks.get(name);
    const base = block?.position;
    const insertion = chain(
      map,
      translate(position?.x ?? Number.NaN, position?.y ?? Number.NaN),
      rotate((rotation * Math.PI) / 180),
    );
    const content = chain(scale(xScale, yScale), translate(-(base?.x ?? 0), -(base?.y ?? 0)));
    for (let row = 0; row < Math.max(1, rowCount); row += 1) {
      for (let column = 0; column < Math.max(1, columnCount); column += 1) {
        this.#count();
        const cell = translate(column * columnSpacing, row * rowSpacing);
        this.#drawBlock(block, chain(insertion, cell, content), look, depth);
      }
    }
  }

  #drawBlock(block: IBlock | undefined, map: Affine, look: Inherited, depth: number): void {
    if (!block || depth >= MAX_DEPTH) {
      this.missingCount += 1;
      return;
    }
    this.visitAll(block.entities ?? [], map, look, depth + 1);
  }
}

/** Entity types in an object coordinate system (OCS), which an extrusion with negative z mirrors. */
const OCS_TYPES = new Set(['LWPOLYLINE', 'POLYLINE', 'ARC', 'CIRCLE', 'INSERT', 'SOLID']);

function isMirrored(entity: IEntity): boolean {
  if (!OCS_TYPES.has(entity.type)) return false;
  if (entity.type === 'LWPOLYLINE') return numberOf(entity as GroupEntity, 230, 1) < 0;
  const { extrusionDirectionZ, extrusionDirection } = entity as Parsed<{
    extrusionDirectionZ: number;
    extrusionDirection: { z: number };
  }>;
  return (extrusionDirectionZ ?? extrusionDirection?.z ?? 1) < 0;
}
