import type { Endpoint } from '#contract/endpoint.ts';
import type { PermissionCode } from '#contract/permissions.ts';
import type { FileEndpoint } from '#providers/download.ts';
import type { Field, FieldFor } from '../kinds/field.ts';

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
  /** What the detail drawer shows, in order; every declared field unless given. */
  detail?: readonly NameOf<F>[];
  /** What deleting does to the rest of the system, said in the confirmation. */
  removal: string;
  /** What deleting is called; 删除 unless given. */
  removalVerb?: string;
  /** The list is one of these pages, which are shown as tabs above it. */
  tabs?: readonly PageTab[];
}

/** A declared resource as routes, menu filter, screens and tests read it. */
export interface Resource {
  readonly name: string;
  readonly path: `/admin/${string}`;
  readonly label: string;
  readonly permission: string;
  readonly endpoints: ResourceEndpoints;
  readonly id: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly list: {
    readonly columns: readonly string[];
    readonly filters: readonly string[];
    readonly hidden: readonly string[];
  };
  readonly form: readonly string[];
  readonly detail: readonly string[];
  readonly removal: string;
  readonly removalVerb: string;
  readonly tabs?: readonly PageTab[];
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
    return {
      ...spec,
      fields,
      list: { ...spec.list, hidden: spec.list.hidden ?? [] },
      detail: spec.detail ?? Object.keys(fields),
      removalVerb: spec.removalVerb ?? '删除',
    };
  };
}

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
