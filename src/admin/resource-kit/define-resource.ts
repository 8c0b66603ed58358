import type { ComponentType, FunctionComponent } from 'react';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { labelOf } from '#contract/kernel/fields.ts';
import type { PermissionCode } from '#contract/kernel/permissions.ts';
import type { FileEndpoint } from '#providers/http/download.ts';
import type { Field, FieldFor, Row } from '../field-types/field.ts';
import type {
  BulkActionsProps,
  Cloning,
  DetailExtraProps,
  FormActionProps,
  FormAsideProps,
  ImportActionProps,
  ImportSource,
  ListState,
  PageTab,
  RecordPanel,
  RecordPanelProps,
  RowLink,
  RowLocks,
  RowSwitch,
  TreeShape,
} from './resource-parts.ts';

/** Refine's names for the actions. */
export type Action = 'list' | 'show' | 'create' | 'edit' | 'delete' | 'export';

type GuardedBy<Code extends string> = Endpoint & { permission: Code };

/** The compiler checks that each endpoint has the permission code of its action. */
export interface ResourceEndpoints<P extends string = string> {
  list: GuardedBy<`${P}:list`>;
  one?: GuardedBy<`${P}:query`>;
  create?: GuardedBy<`${P}:add`>;
  update?: GuardedBy<`${P}:edit`>;
  remove?: GuardedBy<`${P}:remove`>;
  export?: GuardedBy<`${P}:export`> & FileEndpoint;
}

export interface ListHeadProps {
  resource: Resource;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

export interface DrawerProps extends RecordPanelProps {
  resource: Resource;
}

type NameOf<T> = keyof T & string;
/** The writable type takes precedence, because it may be narrower: 1 | 2 instead of number. */
type ValueOf<Row, Write, K> = NonNullable<
  K extends keyof Write ? Write[K] : K extends keyof Row ? Row[K] : never
>;
/** The label is optional, because the contract may define it. */
type Labelled<F> = F extends unknown ? Omit<F, 'label'> & { label?: string } : never;
type Fields<Row, Write> = { readonly [K in NameOf<Row>]?: Labelled<FieldFor<ValueOf<Row, Write, K>>> };

interface Spec<Row, Write, P extends string, F> {
  /** Refine's name for the resource: singular, kebab-case. */
  name: string;
  /** The path of the list and of the menu entry. */
  path: `/admin/${string}`;
  /** The display name of one record. */
  label: string;
  /** The prefix of the permission codes: `${permission}:add` etc. */
  permission: P;
  endpoints: ResourceEndpoints<P>;
  /** The property that identifies a record, and the one that is its display name. */
  id: NameOf<Row>;
  title: NameOf<F>;
  fields: F;
  list: {
    /** Default: every declared field. */
    columns?: readonly NameOf<F>[];
    filters: readonly NameOf<F>[];
    /** Columns that are hidden by default. */
    hidden?: readonly NameOf<F>[];
    /** Columns that take precedence in a narrow window, the most important first. */
    important?: readonly NameOf<F>[];
  };
  /** The form fields, in order; default: the declared fields that the create endpoint accepts. */
  form?: readonly (NameOf<F> & NameOf<Write>)[];
  /** The form fields of a new record, in order; default: `form`. */
  formOnCreate?: readonly (NameOf<F> & NameOf<Write>)[];
  cloning?: Cloning<NameOf<F> & NameOf<Write>>;
  /** Width of the form's drawer in pixels. */
  formSize?: number;
  /** The fields of the detail drawer, in order; default: every declared field. */
  detail?: readonly NameOf<F>[];
  /** Shown below the fields of the detail drawer. */
  detailExtra?: ComponentType<DetailExtraProps>;
  /** Explains the effect of a deletion, for the confirmation. */
  removalEffect?: string;
  /** Hides actions that the server would always refuse. */
  locks?: RowLocks;
  /** The label of the delete button; default: 删除. */
  removalVerb?: string;
  /** Related pages including the list, shown as tabs above it. */
  tabs?: readonly PageTab[];
  /** A component above the table that replaces some filters of the filter bar. */
  listHead?: { filters: readonly NameOf<F>[]; Content: ComponentType<ListHeadProps> };
  /** Other exports with the filters and sort order of the list. */
  exports?: readonly { label: string; endpoint: FileEndpoint & { permission: PermissionCode } }[];
  /** Actions on the chosen rows, other than deleting. */
  bulk?: { permission: PermissionCode; Content: ComponentType<BulkActionsProps> };
  /** Replaces the detail drawer; it stays mounted when the user steps to another record. */
  show?: FunctionComponent<DrawerProps>;
  /** Shown beside the form. */
  formAside?: ComponentType<FormAsideProps>;
  /** An action beside 保存. */
  formAction?: ComponentType<FormActionProps>;
  panels?: readonly RecordPanel[];
  links?: readonly RowLink[];
  rowSwitch?: RowSwitch;
  imports?: ImportSource;
  /** An action beside the apply button of an import preview. */
  importAction?: ComponentType<ImportActionProps>;
  /** Shows the list as a tree; the list endpoint returns the whole tree. */
  tree?: TreeShape;
  /** For operations on several records, which log each record's change of `field` under its value of `by`. */
  keyedChanges?: { by: NameOf<Row>; field: NameOf<F> };
  /** Keys of other queries to invalidate after a write. */
  refreshes?: readonly (readonly string[])[];
}

type AnySpec = Spec<Row, Row, string, Readonly<Record<string, Field>>>;
type WithDefault =
  | 'detail'
  | 'exports'
  | 'form'
  | 'formOnCreate'
  | 'links'
  | 'panels'
  | 'refreshes'
  | 'removalEffect'
  | 'removalVerb';

/** A declared resource with its defaults. */
export interface Resource
  extends Readonly<Omit<AnySpec, WithDefault | 'list'>>, Readonly<Required<Pick<AnySpec, WithDefault>>> {
  readonly list: Readonly<Required<AnySpec['list']>>;
}

/**
 * Declares a resource; list, form, detail, routes and access checks are derived from it. Fields are typed by `Row`,
 * narrowed by `Write`; the form may name only writable fields. Components are loaded by `lazyView`, so that the login
 * page does not load every screen.
 */
export function defineResource<Row, Write>() {
  return <const P extends string, const F extends Fields<Row, Write>>(
    spec: Spec<Row, Write, P, F> & { fields: { [K in Exclude<keyof F, keyof Row>]: never } },
  ): Resource => {
    const writable = shapeOf(spec.endpoints.create);
    const fields = Object.fromEntries(
      Object.entries(spec.fields as Readonly<Record<string, Labelled<Field>>>).map(([name, field]) => [
        name,
        { ...field, label: field.label ?? labelOf(writable[name]) ?? '' },
      ]),
    );
    const form = spec.form ?? Object.keys(fields).filter((name) => name in writable);
    return {
      ...spec,
      fields,
      list: {
        ...spec.list,
        columns: spec.list.columns ?? Object.keys(fields),
        hidden: spec.list.hidden ?? [],
        important: spec.list.important ?? [],
      },
      removalEffect: spec.removalEffect ?? '',
      detail: spec.detail ?? Object.keys(fields),
      removalVerb: spec.removalVerb ?? '删除',
      panels: spec.panels ?? [],
      exports: spec.exports ?? [],
      links: spec.links ?? [],
      form,
      formOnCreate: spec.formOnCreate ?? form,
      refreshes: spec.refreshes ?? [],
    };
  };
}

/** The fields of an endpoint's body. */
export function shapeOf(endpoint: Endpoint | undefined): Readonly<Record<string, unknown>> {
  return endpoint?.body instanceof z.ZodMiniObject ? endpoint.body.shape : {};
}

/** The resource with the form of a new record. */
export function withCreateForm(resource: Resource): Resource {
  return { ...resource, form: resource.formOnCreate };
}

/** Matches a record's id in a URL. */
export const RECORD_ID = /^[1-9]\d{0,14}$/;

/** @throws Error if the resource does not declare the field, which is a programming error */
export function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} declares no field ${name}`);
  return field;
}
