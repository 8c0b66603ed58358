import type * as z from 'zod/mini';
import { chargeRules } from '#contract/catalogue/charge-rules.ts';
import { leadClasses } from '#contract/catalogue/lead-classes.ts';
import { materials } from '#contract/catalogue/materials.ts';
import type { PermissionCode } from '#contract/kernel/permissions.ts';
import {
  chargeFiguresOf,
  ONLY_FIGURES,
  type ChangeOf,
  type FigureKind,
} from '#contract/prices/price-changes.ts';
import { leadFiguresOf, materialFiguresOf } from '#contract/prices/record-figures.ts';
import type { Result } from '#providers/http/result.ts';
import type { Command } from '../calls/use-command.ts';
import type { Row } from '../field-types/field.ts';

type FigureChange = ChangeOf<FigureKind>;

/** The change for a draft, or why a draft cannot contain the input. */
export type Drafted = { change: FigureChange } | { added: Added } | { obstacle: string };

/** Saves a new record switched off; resolves to the change that switches it on, or undefined after a refusal. */
export type Added = (command: Command) => Promise<FigureChange | undefined>;

/** A resource whose figures can be saved as a draft of prices. */
export interface FiguredResource {
  permission: PermissionCode;
  /** What the user should know of a new record. */
  note?: string;
  drafted: (values: Row, saved: Row | undefined) => Drafted;
}

interface Endpoints<Input, Saved> {
  create: { body: z.ZodMiniType<Input> };
  one: { data: z.ZodMiniType<Saved> };
  update: { permission: PermissionCode };
}

interface Figured<Input, Saved> {
  note?: string;
  /** The change of the figures; a draft contains no other change of a record. */
  change: (id: number, before: Input | Saved, after: Input) => FigureChange;
  /** The start of a sentence about the other fields. */
  only: string;
  /** Creates a record; undefined for resources whose drafts contain no new records. */
  create?: (command: Command, body: Input) => Promise<Result<number>>;
  /** Why a new record is saved without a draft. */
  atOnce: string;
}

function figured<Input extends { status?: unknown }, Saved extends { id: number }>(
  endpoints: Endpoints<Input, Saved>,
  { note, change, only, create, atOnce }: Figured<Input, Saved>,
): FiguredResource {
  function edited(input: Input, record: Saved): Drafted {
    const changed = change(record.id, record, input);
    const others = Object.entries(input).filter(([name]) => !(name in changed.after));
    if (others.some(([name, value]) => value !== Reflect.get(record, name)))
      return { obstacle: `${only}保存` };
    const isSame = JSON.stringify(changed.before) === JSON.stringify(changed.after);
    return isSame ? { obstacle: '没有修改' } : { change: changed };
  }

  function drafted(values: Row, saved: Row | undefined): Drafted {
    const input = endpoints.create.body.safeParse(values).data;
    const record = endpoints.one.data.safeParse(saved).data;
    if (!input || (saved && !record)) return { obstacle: '请先填写完整' };
    if (record) return edited(input, record);
    if (!create || input.status !== 2) return { obstacle: atOnce };
    const off = { ...input, status: 1 };
    return {
      added: async (command) => {
        const result = await create(command, off);
        return result.ok ? change(result.data, off, input) : undefined;
      },
    };
  }

  return { permission: endpoints.update.permission, note, drafted };
}

export const figuredRule = figured(chargeRules, {
  note: '规则先保存为停用，草稿发布时启用。',
  change: (ruleId, before, after) => {
    return { kind: 'charge', ruleId, before: chargeFiguresOf(before), after: chargeFiguresOf(after) };
  },
  only: ONLY_FIGURES,
  create: (command, body) => command(chargeRules.create, { body, quiet: 'success' }),
  atOnce: '停用的规则不收费，不需要草稿，请直接保存',
});

export const figuredLead = figured(leadClasses, {
  note: '档位先保存为停用，草稿发布时启用。',
  change: (leadClassId, before, after) => {
    return { kind: 'lead', leadClassId, before: leadFiguresOf(before), after: leadFiguresOf(after) };
  },
  only: '只有系数、加价、名额、限制和状态可以存为草稿，其他修改请直接',
  create: (command, body) => command(leadClasses.create, { body, quiet: 'success' }),
  atOnce: '停用的档位客户不能选，不需要草稿，请直接保存',
});

export const figuredMaterial = figured(materials, {
  change: (materialId, before, after) => {
    return {
      kind: 'material',
      materialId,
      before: materialFiguresOf(before),
      after: materialFiguresOf(after),
    };
  },
  only: '只有密度、基准尺寸、基础交期和交期指数可以存为草稿，其他修改请直接',
  atOnce: '新材料请直接保存：状态为草稿时，客户看不到',
});
