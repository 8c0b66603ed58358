import type { DxfParser, IEntity } from 'dxf-parser';

/** An entity as its groups, in the order of the file. */
export interface GroupEntity extends IEntity {
  groups: readonly (readonly [code: number, value: number | string | boolean])[];
}

/**
 * Entity types that are read as groups: the parser does not know ATTRIB, LEADER and MULTILEADER, and stops reading an LWPOLYLINE
 * at an unexpected group.
 */
const drawnTypes = ['ATTRIB', 'LEADER', 'LWPOLYLINE', 'MULTILEADER'] as const;

/** Entity types that are only counted, so that the viewer can report omissions. */
const countedTypes = [
  'HATCH',
  'MLINE',
  'TOLERANCE',
  'ACAD_TABLE',
  'IMAGE',
  'REGION',
  '3DSOLID',
  'BODY',
  'MESH',
  'WIPEOUT',
  'OLE2FRAME',
  'ACAD_PROXY_ENTITY',
  'XLINE',
  'RAY',
  'SHAPE',
  'HELIX',
  'PDFUNDERLAY',
  'DWFUNDERLAY',
  'DGNUNDERLAY',
] as const;

type Handler = Parameters<DxfParser['registerEntityHandler']>[0];
type Scanner = Parameters<InstanceType<Handler>['parseEntity']>[0];

/** Groups that are kept for every entity type: line type, layer, line type scale, visibility, colours and paper space. */
const COMMON = new Set([6, 8, 48, 60, 62, 67, 420]);

/** Registers the types above with the parser. `palette` maps colour numbers to colours. */
export function registerGroups(parser: DxfParser, palette: readonly (number | undefined)[]): void {
  const register = (type: string, isDrawn: boolean) => {
    class GroupHandler {
      ForEntityName = type;
      parseEntity(scanner: Scanner): IEntity {
        const groups: (readonly [number, number | string | boolean])[] = [];
        let group = scanner.next();
        while (group.code !== 0) {
          if (isDrawn || COMMON.has(group.code)) groups.push([group.code, group.value]);
          group = scanner.next();
        }
        return entityOf(type, groups, palette);
      }
    }
    // The parser's declaration accepts only its own entity types.
    parser.registerEntityHandler(GroupHandler as unknown as Handler);
  };
  for (const type of drawnTypes) register(type, true);
  for (const type of countedTypes) register(type, false);
}

function entityOf(
  type: string,
  groups: GroupEntity['groups'],
  palette: readonly (number | undefined)[],
): IEntity {
  const entity: Partial<GroupEntity> = { type, groups };
  for (const [code, value] of groups) {
    if (code === 6) entity.lineType = String(value);
    else if (code === 8) entity.layer = String(value);
    else if (code === 48) entity.lineTypeScale = Number(value);
    else if (code === 60) entity.visible = value === 0;
    else if (code === 67) entity.inPaperSpace = value !== 0;
    else if (code === 420) entity.color = Number(value);
    else if (code === 62) {
      entity.colorIndex = Number(value);
      entity.color = palette[Math.abs(Number(value))];
    }
  }
  return entity as GroupEntity;
}

/** The number of a group; `fallback` if the entity has none. */
export function numberOf({ groups }: GroupEntity, code: number, fallback: number): number {
  const value = groups.find(([groupCode]) => groupCode === code)?.[1];
  return typeof value === 'number' ? value : fallback;
}

export const textOf = ({ groups }: GroupEntity, code: number): string =>
  String(groups.find(([groupCode]) => groupCode === code)?.[1] ?? '');

/** All numbers of a group, in the order of the file. */
export const numbersOf = ({ groups }: GroupEntity, code: number): number[] =>
  groups.flatMap(([groupCode, value]) => (groupCode === code && typeof value === 'number' ? [value] : []));
