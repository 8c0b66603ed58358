import type { ComponentType, FunctionComponent } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PermissionCode } from '#contract/permissions.ts';
import { lazyPage } from '#providers/lazy-page.ts';
import type { FileEndpoint } from '#providers/download.ts';
import type { Field, FieldFor, Row } from '../field-types/field.ts';

/** What may be done to records; also Refine's names for it. */
export type Action = 'list' | 'show' | 'create' | 'edit' | 'delete' | 'export';

/** The last part of the permission code that each action needs. */
export const permissionVerbs = {
  list: 'list',
  show: 'query',
  create: 'add',
  edit: 'edit',
  delete: 'remove',
  export: 'export',
} as const satisfies Record<Action, string>;

type GuardedBy<Code extends string> = Endpoint & { permission: Code };

/** The calls of a resource; each carries the code that its button asks for, which the compiler checks. */
export interface ResourceEndpoints<P extends string = string> {
  list: GuardedBy<`${P}:list`>;
  one?: GuardedBy<`${P}:query`>;
  create?: GuardedBy<`${P}:add`>;
  update?: GuardedBy<`${P}:edit`>;
  remove?: GuardedBy<`${P}:remove`>;
  export?: GuardedBy<`${P}:export`> & FileEndpoint;
}

/** A page that stands beside the list as a tab. */
export interface PageTab {
  path: `/admin/${string}`;
  label: string;
  permission: PermissionCode;
}

/** What stands beside a form: it sees the values as they are entered, as the wire would have them. */
export interface FormAsideProps {
  values: Readonly<Record<string, unknown>>;
  /** The record that the form started from; undefined for a new one. */
  saved: Row | undefined;
}

/** What a list shows; its address holds it. */
export interface ListState {
  /** From 1. */
  page: number;
  pageSize: number;
  sort?: { field: string; order: 'asc' | 'desc' };
  /** Values by field name, as the filters of the field types hold them. */
  filters: Readonly<Record<string, unknown>>;
}

/** Filters by itself, above the table. */
export interface ListHeadProps {
  resource: Resource;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

export interface RecordPanelProps {
  /** 0 when the address names no record. */
  id: number;
  onClose: () => void;
}

/** Of the kit's own drawers. */
export interface DrawerProps extends RecordPanelProps {
  resource: Resource;
}

/** A drawer of one record besides its form and its details, opened from the record's row. */
export interface RecordPanel {
  /** Below the record's address. */
  path: string;
  label: string;
  permission: PermissionCode;
  /** Which rows lead to it; all unless given. */
  isOffered?: (row: Row) => boolean;
  load: () => Promise<ComponentType<RecordPanelProps>>;
}

/** Leads from a row to another page: the list of what belongs to it. */
export interface RowLink {
  label: string;
  permission: PermissionCode;
  to: (row: Row) => string;
}

/** A switch of each row, behind a code of its own: 启用 and 停用. */
export interface RowSwitch {
  /** The two-valued field that it switches. */
  field: string;
  on: string | number;
  off: string | number;
  /** Takes the record's id, the field and the version. */
  endpoint: Endpoint & { permission: PermissionCode };
  /** What switching off does, said before it. */
  warning: string;
}

/** The records form a tree. */
export interface TreeShape {
  /** The property that holds the parent's id (0 above all), and the one that orders siblings. */
  parent: string;
  order: string;
  /** What a new child of this record starts with; undefined where it can have none. */
  child?: (record: Row) => Row | undefined;
}

type NameOf<T> = keyof T & string;
/** The writable type says more than the row's where it is narrower (1 | 2 instead of number). */
type ValueOf<Row, Write, K> = NonNullable<
  K extends keyof Write ? Write[K] : K extends keyof Row ? Row[K] : never
>;
type Fields<Row, Write> = { readonly [K in NameOf<Row>]?: FieldFor<ValueOf<Row, Write, K>> };

interface Spec<Row, Write, P extends string, F> {
  /** Refine's name of the resource: singular, kebab-case. */
  name: string;
  /** The address of its list, and the path of its menu entry. */
  path: `/admin/${string}`;
  /** What a person calls one record. */
  label: string;
  /** The permission codes' first part: `${permission}:add` and so on. */
  permission: P;
  endpoints: ResourceEndpoints<P>;
  /** The property that identifies a record, and the one that names it to a person. */
  id: NameOf<Row>;
  title: NameOf<F>;
  fields: F;
  list: {
    columns: readonly NameOf<F>[];
    filters: readonly NameOf<F>[];
    /** Columns that the chooser offers but that start hidden. */
    hidden?: readonly NameOf<F>[];
  };
  /** What the drawer form writes, in order. */
  form: readonly (NameOf<F> & NameOf<Write>)[];
  /** Fields that only a new record's form has, before the others. */
  formOnCreate?: readonly (NameOf<F> & NameOf<Write>)[];
  /** Width of the form's drawer in pixels. */
  formSize?: number;
  /** What the detail drawer shows, in order; every declared field unless given. */
  detail?: readonly NameOf<F>[];
  /** What deleting does to the rest of the system, said in the confirmation. */
  removal?: string;
  /** What deleting is called; 删除 unless given. */
  removalVerb?: string;
  /** The list is one of these pages, which are shown as tabs above it. */
  tabs?: readonly PageTab[];
  /** Filters of their own above the table, instead of in the filter bar. */
  listHead?: { filters: readonly NameOf<F>[]; load: () => Promise<ComponentType<ListHeadProps>> };
  /** Shows one record instead of the detail drawer. */
  show?: () => Promise<ComponentType<RecordPanelProps>>;
  /** Stands beside the form; loaded with it. */
  formAside?: () => Promise<ComponentType<FormAsideProps>>;
  panels?: readonly RecordPanel[];
  links?: readonly RowLink[];
  rowSwitch?: RowSwitch;
  /** The list is shown as a tree; its endpoint answers all of it. */
  tree?: TreeShape;
  /** Keys of further queries that a write of these records makes stale. */
  refreshes?: readonly (readonly string[])[];
}

type AnySpec = Spec<Row, Row, string, Readonly<Record<string, Field>>>;
type WithDefault = 'detail' | 'formOnCreate' | 'links' | 'panels' | 'refreshes' | 'removal' | 'removalVerb';

/** A declared resource as routes, menu filter, screens and tests read it. */
export interface Resource
  extends
    Readonly<Omit<AnySpec, WithDefault | 'list' | 'listHead' | 'show' | 'formAside'>>,
    Readonly<Required<Pick<AnySpec, WithDefault>>> {
  readonly list: Readonly<Required<AnySpec['list']>>;
  readonly listHead?: { readonly filters: readonly string[]; readonly Content: ComponentType<ListHeadProps> };
  readonly Show?: FunctionComponent<RecordPanelProps>;
  readonly formAside?: ComponentType<FormAsideProps>;
}

/**
 * Declares one back-office resource; list, form, detail, routes and access checks come from it. Fields are typed
 * against `Row`, narrowed by `Write`; the form may name writable fields only. Descriptors import no UI, so that the
 * login page doesn't load every screen.
 */
export function defineResource<Row, Write>() {
  return <const P extends string, const F extends Fields<Row, Write>>(
    spec: Spec<Row, Write, P, F> & { fields: { [K in Exclude<keyof F, keyof Row>]: never } },
  ): Resource => {
    const fields = spec.fields as Readonly<Record<string, Field>>;
    const { formAside, listHead, show } = spec;
    return {
      ...spec,
      fields,
      list: { ...spec.list, hidden: spec.list.hidden ?? [] },
      listHead: listHead && { filters: listHead.filters, Content: lazyPage(listHead.load) },
      Show: show && lazyPage(show),
      removal: spec.removal ?? '',
      detail: spec.detail ?? Object.keys(fields),
      removalVerb: spec.removalVerb ?? '删除',
      panels: spec.panels ?? [],
      formAside: formAside && lazyPage(formAside),
      links: spec.links ?? [],
      formOnCreate: spec.formOnCreate ?? [],
      refreshes: spec.refreshes ?? [],
    };
  };
}

/** The resource as the form of a new record sees it. */
export function asNew(resource: Resource): Resource {
  return { ...resource, form: [...resource.formOnCreate, ...resource.form] };
}

/** A record's id in an address. */
export const RECORD_ID = /^[1-9]\d{0,14}$/;

/** The code that guards an action, e.g. `admin:sysPost:add`. */
export function permissionOf(resource: Pick<Resource, 'permission'>, action: Action): string {
  return `${resource.permission}:${permissionVerbs[action]}`;
}

/**
 * The declared field of that name.
 * @throws Error when the descriptor declares none: a mistake in the descriptor's caller
 */
export function fieldOf(resource: Resource, name: string): Field {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} declares no field ${name}`);
  return field;
}
