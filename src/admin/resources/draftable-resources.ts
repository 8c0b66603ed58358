import type * as z from 'zod/mini';
import { chargeRules } from '#contract/catalogue/charge-rules.ts';
import { DISABLED, ENABLED } from '#contract/kernel/fields.ts';
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

/** The change to add to a draft, or why the input cannot be saved as a draft. */
export type DraftResult = { change: FigureChange } | { create: CreateRecord } | { obstacle: string };

/** Creates the record switched off. Resolves to the change that switches it on, or undefined after an error. */
export type CreateRecord = (command: Command) => Promise<FigureChange | undefined>;

export interface DraftableResource {
  permission: PermissionCode;
  /** Explains to the user how a new record is saved. */
  note?: string;
  toDraft: (values: Row, saved: Row | undefined) => DraftResult;
}

interface Endpoints<Input, Saved> {
  create: { body: z.ZodMiniType<Input> };
  one: { data: z.ZodMiniType<Saved> };
  update: { permission: PermissionCode };
}

interface DraftOptions<Input, Saved> {
  note?: string;
  /** The change of the figures: a draft cannot contain other changes of a record. */
  change: (id: number, before: Input | Saved, after: Input) => FigureChange;
  /** How the error message starts if other fields have changed. */
  otherFieldsError: string;
  /** Creates a record; undefined if drafts cannot contain new records of the resource. */
  create?: (command: Command, body: Input) => Promise<Result<number>>;
  /** Why a new record cannot be saved as a draft. */
  notDraftable: string;
}

function draftable<Input extends { status?: unknown }, Saved extends { id: number }>(
  endpoints: Endpoints<Input, Saved>,
  { note, change, otherFieldsError, create, notDraftable }: DraftOptions<Input, Saved>,
): DraftableResource {
  function draftOfEdit(input: Input, record: Saved): DraftResult {
    const changed = change(record.id, record, input);
    const otherFields = Object.entries(input).filter(([name]) => !(name in changed.after));
    if (otherFields.some(([name, value]) => value !== Reflect.get(record, name)))
      return { obstacle: `${otherFieldsError}保存` };
    const isSame = JSON.stringify(changed.before) === JSON.stringify(changed.after);
    return isSame ? { obstacle: '没有修改' } : { change: changed };
  }

  function toDraft(values: Row, saved: Row | undefined): DraftResult {
    const input = endpoints.create.body.safeParse(values).data;
    const record = endpoints.one.data.safeParse(saved).data;
    if (!input || (saved && !record)) return { obstacle: '请先填写完整' };
    if (record) return draftOfEdit(input, record);
    // Status 2 is on, 1 is off.
    if (!create || input.status !== ENABLED) return { obstacle: notDraftable };
    const inactive = { ...input, status: DISABLED };
    return {
      create: async (command) => {
        const result = await create(command, inactive);
        return result.ok ? change(result.data, inactive, input) : undefined;
      },
    };
  }

  return { permission: endpoints.update.permission, note, toDraft };
}

export const draftableRule = draftable(chargeRules, {
  note: '规则先保存为停用，草稿发布时启用。',
  change: (ruleId, before, after) => {
    return { kind: 'charge', ruleId, before: chargeFiguresOf(before), after: chargeFiguresOf(after) };
  },
  otherFieldsError: ONLY_FIGURES,
  create: (command, body) => command(chargeRules.create, { body, quiet: 'success' }),
  notDraftable: '停用的规则不收费，不需要草稿，请直接保存',
});

export const draftableLead = draftable(leadClasses, {
  note: '档位先保存为停用，草稿发布时启用。',
  change: (leadClassId, before, after) => {
    return { kind: 'lead', leadClassId, before: leadFiguresOf(before), after: leadFiguresOf(after) };
  },
  otherFieldsError: '只有系数、加价、名额、限制和状态可以存为草稿，其他修改请直接',
  create: (command, body) => command(leadClasses.create, { body, quiet: 'success' }),
  notDraftable: '停用的档位客户不能选，不需要草稿，请直接保存',
});

export const draftableMaterial = draftable(materials, {
  change: (materialId, before, after) => {
    return {
      kind: 'material',
      materialId,
      before: materialFiguresOf(before),
      after: materialFiguresOf(after),
    };
  },
  otherFieldsError: '只有密度、基准尺寸、基础交期和交期指数可以存为草稿，其他修改请直接',
  notDraftable: '新材料请直接保存：状态为草稿时，客户看不到',
});
