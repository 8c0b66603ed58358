import { chargeRules } from '#contract/catalogue/charge-rules.ts';
import { leadClasses } from '#contract/catalogue/lead-classes.ts';
import { materials } from '#contract/catalogue/materials.ts';
import type { PermissionCode } from '#contract/kernel/permissions.ts';
import {
  chargeFigures,
  chargeFiguresOf,
  ONLY_FIGURES,
  type ChangeOf,
  type FigureKind,
} from '#contract/prices/price-changes.ts';
import {
  leadFigures,
  leadFiguresOf,
  materialFigures,
  materialFiguresOf,
} from '#contract/prices/record-figures.ts';
import type { Command } from '../calls/use-command.ts';
import type { Row } from '../field-types/field.ts';

type FigureChange = ChangeOf<FigureKind>;

/** What the input of a form becomes in a draft, or a sentence about why it cannot be kept in one. */
export type Drafted = { change: FigureChange } | { added: Added } | { obstacle: string };

/** Saves a new record switched off and resolves with the change that switches it on; undefined where it was refused. */
export type Added = (command: Command) => Promise<FigureChange | undefined>;

/** A resource whose figures are kept as drafts of prices. */
export interface FiguredResource {
  permission: PermissionCode;
  /** What the user should know of a new record. */
  note?: string;
  drafted: (values: Row, saved: Row | undefined) => Drafted;
}

const INCOMPLETE: Drafted = { obstacle: '请先填写完整' };

/** The change of a record's figures; a draft holds no other change of it. */
function editOf(
  change: FigureChange,
  { input, record, figures, only }: { input: object; record: object; figures: object; only: string },
): Drafted {
  const others = Object.entries(input).filter(([name]) => !(name in figures));
  if (others.some(([name, value]) => value !== Reflect.get(record, name))) return { obstacle: `${only}保存` };
  const isSame = JSON.stringify(change.before) === JSON.stringify(change.after);
  return isSame ? { obstacle: '没有修改' } : { change };
}

export const figuredRule: FiguredResource = {
  permission: chargeRules.update.permission,
  note: '规则先保存为停用，草稿发布时启用。',
  drafted: (values, saved) => {
    const input = chargeRules.create.body.safeParse(values).data;
    if (!input) return INCOMPLETE;
    const after = chargeFiguresOf(input);
    if (!saved)
      return input.status === 2
        ? {
            added: async (command) => {
              const body = { ...input, status: 1 as const };
              const result = await command(chargeRules.create, { body, quiet: 'success' });
              return result.ok
                ? { kind: 'charge', ruleId: result.data, before: chargeFiguresOf(body), after }
                : undefined;
            },
          }
        : { obstacle: '停用的规则不收费，不需要草稿，请直接保存' };
    const record = chargeRules.one.data.safeParse(saved).data;
    if (!record) return INCOMPLETE;
    const change = { kind: 'charge', ruleId: record.id, before: chargeFiguresOf(record), after } as const;
    return editOf(change, { input, record, figures: chargeFigures.shape, only: ONLY_FIGURES });
  },
};

export const figuredLead: FiguredResource = {
  permission: leadClasses.update.permission,
  note: '档位先保存为停用，草稿发布时启用。',
  drafted: (values, saved) => {
    const input = leadClasses.create.body.safeParse(values).data;
    if (!input) return INCOMPLETE;
    const after = leadFiguresOf(input);
    if (!saved)
      return input.status === 2
        ? {
            added: async (command) => {
              const body = { ...input, status: 1 as const };
              const result = await command(leadClasses.create, { body, quiet: 'success' });
              return result.ok
                ? { kind: 'lead', leadClassId: result.data, before: leadFiguresOf(body), after }
                : undefined;
            },
          }
        : { obstacle: '停用的档位客户不能选，不需要草稿，请直接保存' };
    const record = leadClasses.one.data.safeParse(saved).data;
    if (!record) return INCOMPLETE;
    const change = { kind: 'lead', leadClassId: record.id, before: leadFiguresOf(record), after } as const;
    const only = '只有系数、加价、名额、限制和状态可以存为草稿，其他修改请直接';
    return editOf(change, { input, record, figures: leadFigures.shape, only });
  },
};

export const figuredMaterial: FiguredResource = {
  permission: materials.update.permission,
  drafted: (values, saved) => {
    const input = materials.create.body.safeParse(values).data;
    if (!input) return INCOMPLETE;
    if (!saved) return { obstacle: '新材料请直接保存：状态为草稿时，客户看不到' };
    const record = materials.one.data.safeParse(saved).data;
    if (!record) return INCOMPLETE;
    const [before, after] = [materialFiguresOf(record), materialFiguresOf(input)];
    const only = '只有密度、基准尺寸、基础交期和交期指数可以存为草稿，其他修改请直接';
    return editOf(
      { kind: 'material', materialId: record.id, before, after },
      { input, record, figures: materialFigures.shape, only },
    );
  },
};
