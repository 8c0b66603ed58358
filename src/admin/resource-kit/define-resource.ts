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
  DetailMoreProps,
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

/** The actions on records, by Refine's names. */
export type Action = 'list' | 'show' | 'create' | 'edit' | 'delete' | 'export';

type GuardedBy<Code extends string> = Endpoint & { permission: Code };

/** The endpoints of a resource. The compiler checks that each has the permission code of its action. */
export interface ResourceEndpoints<P extends string = string> {
  list: GuardedBy<`${P}:list`>;
  one?: GuardedBy<`${P}:query`>;
  create?: GuardedBy<`${P}:add`>;
  update?: GuardedBy<`${P}:edit`>;
  remove?: GuardedBy<`${P}:remove`>;
  export?: GuardedBy<`${P}:export`> & FileEndpoint;
}

/** The props of a component above the table that sets filters. */
export interface ListHeadProps {
  resource: Resource;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

/** The props of the kit's drawers. */
export interface DrawerProps extends RecordPanelProps {
  resource: Resource;
}

type NameOf<T> = keyof T & string;
/** The writable type takes precedence, because it may be narrower (1 | 2 instead of number). */
type ValueOf<Row, Write, K> = NonNullable<
  K extends keyof Write ? Write[K] : K extends keyof Row ? Row[K] : never
>;
/** A field that the contract labels needs no label of its own. */
type Labelled<F> = F extends unknown ? Omit<F, 'label'> & { label?: string } : never;
type Fields<Row, Write> = { readonly [K in NameOf<Row>]?: Labelled<FieldFor<ValueOf<Row, Write, K>>> };

interface Spec<Row, Write, P extends string, F> {
  /** Refine's name of the resource: singular, kebab-case. */
  name: string;
  /** The address of its list, and the path of its menu entry. */
  path: `/admin/${string}`;
  /** The name of one record for users. */
  label: string;
  /** The first part of the permission codes: `${permission}:add` and so on. */
  permission: P;
  endpoints: ResourceEndpoints<P>;
  /** The property that identifies a record, and the one that names it for users. */
  id: NameOf<Row>;
  title: NameOf<F>;
  fields: F;
  list: {
    /** Default: every declared field. */
    columns?: readonly NameOf<F>[];
    filters: readonly NameOf<F>[];
    /** Columns that are hidden until the user chooses them. */
    hidden?: readonly NameOf<F>[];
    /** Columns that a narrow window shows before the others, the most important first. */
    important?: readonly NameOf<F>[];
  };
  /** The fields of the drawer form, in order; default: the declared ones that a new record takes. */
  form?: readonly (NameOf<F> & NameOf<Write>)[];
  /** The fields of the form of a new record, in order; default: those of `form`. */
  formOnCreate?: readonly (NameOf<F> & NameOf<Write>)[];
  /** Records can be copied. */
  cloning?: Cloning<NameOf<F> & NameOf<Write>>;
  /** Width of the form's drawer in pixels. */
  formSize?: number;
  /** The fields of the detail drawer, in order; default: every declared field. */
  detail?: readonly NameOf<F>[];
  /** Shown below the fields of the detail drawer. */
  detailMore?: ComponentType<DetailMoreProps>;
  /** Explains the effect of deleting, in the confirmation. */
  removal?: string;
  /** Rows on which an action is always refused, so that it is not offered. */
  locks?: RowLocks;
  /** The word for deleting; default: 删除. */
  removalVerb?: string;
  /** Related pages including the list, shown as tabs above it. */
  tabs?: readonly PageTab[];
  /** Filters that a component above the table sets instead of the filter bar. */
  listHead?: { filters: readonly NameOf<F>[]; Content: ComponentType<ListHeadProps> };
  /** Further exports of the list, with its filters and sort order. */
  exports?: readonly { label: string; endpoint: FileEndpoint & { permission: PermissionCode } }[];
  /** Actions on the rows that the user has chosen, besides deleting; with the permission they need. */
  bulk?: { permission: PermissionCode; Content: ComponentType<BulkActionsProps> };
  /** Shows one record instead of the detail drawer, and stays when the user steps to another one. */
  show?: FunctionComponent<DrawerProps>;
  /** Shown beside the form and loaded with it. */
  formAside?: ComponentType<FormAsideProps>;
  /** An action beside 保存, loaded with the form. */
  formAction?: ComponentType<FormActionProps>;
  panels?: readonly RecordPanel[];
  links?: readonly RowLink[];
  rowSwitch?: RowSwitch;
  /** Records can be imported from a file. */
  imports?: ImportSource;
  /** An action beside applying the preview of an import, loaded with it. */
  importAction?: ComponentType<ImportActionProps>;
  /** The list is shown as a tree; its endpoint returns the whole tree. */
  tree?: TreeShape;
  /** An operation on several records names the changes of one `field` by their property `by`. */
  keyedChanges?: { by: NameOf<Row>; field: NameOf<F> };
  /** Keys of further queries that a write to these records invalidates. */
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
  | 'removal'
  | 'removalVerb';

/** A declared resource, for routes, menu filter, screens and tests. */
export interface Resource
  extends Readonly<Omit<AnySpec, WithDefault | 'list'>>, Readonly<Required<Pick<AnySpec, WithDefault>>> {
  readonly list: Readonly<Required<AnySpec['list']>>;
}

/**
 * Declares a resource; list, form, detail, routes and access checks are derived from it. Fields are typed by `Row`,
 * narrowed by `Write`; the form may name only writable fields. Components are loaded by `lazyPage`, so that the login
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
      removal: spec.removal ?? '',
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

/** The fields of the body that an endpoint takes. */
export function shapeOf(endpoint: Endpoint | undefined): Readonly<Record<string, unknown>> {
  return endpoint?.body instanceof z.ZodMiniObject ? endpoint.body.shape : {};
}

/** The resource with the form of a new record. */
export function asNew(resource: Resource): Resource {
  return { ...resource, form: resource.formOnCreate };
}

/** The pattern of a record's id in an address. */
export const RECORD_ID = /^[1-9]\d{0,14}$/;

/**
 * The declared field of this name.
 * @throws Error if the descriptor declares none, which is a programming error
 */
export function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} declares no field ${name}`);
  return field;
}
