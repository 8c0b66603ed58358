import type { ReadingNote } from '../model-reading.ts';
import type { Archive } from './unzip.ts';
import { readXml } from './xml.ts';

/** A mesh that only controls or supports printing, named by the code of the note that reports it as left out. */
export type Aid = Extract<ReadingNote['code'], 'negative-volumes' | 'modifier-volumes' | 'support-volumes'>;

/** Tells which meshes of a slicer project are aids, which are not manufactured. */
export interface SlicerSettings {
  /** The aid that a component is; undefined for a part (Bambu Studio, OrcaSlicer). */
  componentAid: (objectId: string, componentId: string) => Aid | undefined;
  /** The ranges of an object's triangles that are aids, both ends included (PrusaSlicer, SuperSlicer). */
  rangesOf: (objectId: string) => readonly TriangleRange[];
}

interface TriangleRange {
  aid: Aid;
  from: number;
  to: number;
}

/** The types of parts in Bambu Studio and OrcaSlicer. */
const partTypes: Readonly<Record<string, Aid>> = {
  negative_part: 'negative-volumes',
  modifier_part: 'modifier-volumes',
  support_blocker: 'support-volumes',
  support_enforcer: 'support-volumes',
};
/** Metadata with which Cura marks objects that are not parts. */
export const curaAids: Readonly<Record<string, Aid>> = {
  'cura:cutting_mesh': 'modifier-volumes',
  'cura:infill_mesh': 'modifier-volumes',
  'cura:anti_overhang_mesh': 'support-volumes',
  'cura:support_mesh': 'support-volumes',
};
/** The aid of a type; undefined for the type of parts, the default. An unknown type counts as a modifier. */
const aidOf = (types: Readonly<Record<string, Aid>>, partType: string, type = partType): Aid | undefined =>
  type.trim().toLowerCase() === partType
    ? undefined
    : (types[type.trim().toLowerCase()] ?? 'modifier-volumes');
/** The types of volumes in PrusaSlicer and SuperSlicer. */
const volumeTypes: Readonly<Record<string, Aid>> = {
  negativevolume: 'negative-volumes',
  parametermodifier: 'modifier-volumes',
  supportblocker: 'support-volumes',
  supportenforcer: 'support-volumes',
};

/** Reads the settings that slicers store with a 3MF model; empty for other programs. Throws as `readXml` does. */
export function readSlicerSettings(archive: Archive): SlicerSettings {
  const parts = new Map<string, Aid>();
  const ranges = new Map<string, TriangleRange[]>();
  let objectId = '';
  let range: { from: number; to: number } | undefined;
  const open = (name: string, attributes: ReadonlyMap<string, string>): void => {
    if (name === 'object') objectId = attributes.get('id') ?? '';
    else if (name === 'part') {
      const aid = aidOf(partTypes, 'normal_part', attributes.get('subtype') || undefined);
      if (aid) parts.set(`${objectId} ${attributes.get('id')}`, aid);
    } else if (name === 'volume')
      range = { from: Number(attributes.get('firstid')), to: Number(attributes.get('lastid')) };
    else if (name === 'metadata' && range) {
      const [key, value = ''] = [attributes.get('key'), attributes.get('value')];
      // Older versions have only modifiers.
      const aid =
        key === 'modifier' && value === '1'
          ? 'modifier-volumes'
          : key === 'volume_type'
            ? aidOf(volumeTypes, 'modelpart', value || undefined)
            : undefined;
      const others = ranges.get(objectId) ?? [];
      if (aid)
        ranges.set(objectId, [...others.filter(({ from }) => from !== range?.from), { aid, ...range }]);
    }
  };
  const close = (name: string): void => {
    if (name === 'volume') range = undefined;
  };
  for (const name of ['metadata/model_settings.config', 'metadata/slic3r_pe_model.config']) {
    const text = archive.readText(name);
    if (text !== undefined) readXml(text, { open, close });
  }
  return {
    componentAid: (objectId, componentId) => parts.get(`${objectId} ${componentId}`),
    rangesOf: (objectId) => ranges.get(objectId) ?? [],
  };
}
