import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { isPaged, MAX_PAGE_SIZE } from '#contract/kernel/paging.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { permissionOf } from '#providers/session/access-control.ts';
import { administrator, openAdmin, pageOf, queryOf } from '../app/open-admin.test-data.tsx';
import { textOf } from '../field-types/field-types.ts';
import { resources } from '../resources/index.ts';
import { withCreateForm, fieldOf, type Action, type Resource } from './define-resource.ts';
import {
  choiceAnswers,
  initialValues,
  sampleEntry,
  sampleFilter,
  sampleRecord,
  sampleValue,
} from './samples.test-data.ts';

/*
 * What the screen of a resource does according to its descriptor. The gate sees it on a tree and a table, the slow tests
 * on all others.
 */

export const rowsOf = (resource: Resource) => [sampleRecord(resource, 1), sampleRecord(resource, 2)];

/** The answer of its list endpoint: a page, or the whole tree. */
export const listOf = (resource: Resource, rows: object[], count?: number) =>
  resource.tree ? ok(rows) : pageOf(rows, count);

export function openList(resource: Resource, search = '', more: Parameters<typeof openAdmin>[1] = {}) {
  const call = `GET ${resource.endpoints.list.path}`;
  const answers = { ...choiceAnswers(resource), [call]: listOf(resource, rowsOf(resource)), ...more.answers };
  const page = openAdmin(resource.path + search, { ...more, answers });
  return { ...page, lastQuery: () => queryOf(page.sentTo(call).at(-1)) };
}

/** A user with all of the resource's permissions except these. */
export function userWithout(resource: Resource, ...denied: Action[]) {
  const actions: Action[] = ['list', 'show', 'create', 'edit', 'delete', 'export'];
  const codes = actions
    .filter((one) => !denied.includes(one))
    .flatMap((one) => permissionOf(resource.endpoints, one) ?? []);
  return { ...administrator, buttons: codes, permissions: codes };
}

const nameOf = (resource: Resource, n: number) =>
  textOf(fieldOf(resource, resource.title), resource.title, sampleRecord(resource, n));

export async function findRow(resource: Resource, n: number) {
  const [name] = await screen.findAllByText(nameOf(resource, n), {
    selector: resource.tree ? 'a' : resource.endpoints.one ? 'td a' : 'td',
  });
  return name ?? document.body;
}

/** The endpoint of each action that a resource has. */
export function callsOf({ endpoints: { list, one, create, update, remove, export: exported } }: Resource) {
  return { list, show: one, create, edit: update, delete: remove, export: exported };
}

export const buttonNames = ['create', 'edit', 'delete', 'export'] as const;

/** The buttons of this action on the screen, not the kinds of writes in the rows of the operation log. */
export function buttonsOf({ label, removalVerb }: Resource, action: (typeof buttonNames)[number]) {
  const texts = { create: `新增${label}`, edit: '修改', delete: removalVerb, export: '导出' };
  return screen.queryAllByText(texts[action], { ignore: '[data-color]' });
}

/** The part of a list's query that chooses its page. */
export const pagingOf = ({ tree, endpoints: { list } }: Resource): Record<string, string> =>
  !isPaged(list) ? {} : { pageIndex: '1', pageSize: tree ? String(MAX_PAGE_SIZE) : '20' };

/** The address of a list with a sample of each of its filters, and the query of its request. */
export function filtered(resource: Resource) {
  const filters = resource.list.filters.map((name) => [name, sampleFilter(resource, name)] as const);
  const params = new URLSearchParams(filters.map(([name, { text }]) => [name, text]));
  const query = { ...pagingOf(resource) };
  for (const [, one] of filters) Object.assign(query, one.query);
  return { search: `?${params.toString()}`, query };
}

/** The buttons that a user who may only list sees. */
export async function buttonsOfReader(resource: Resource) {
  openList(resource, '', { user: userWithout(resource, 'create', 'edit', 'delete', 'export') });
  await findRow(resource, 1);
  return buttonNames.flatMap((action) => buttonsOf(resource, action));
}

/** Enters filters on the second page of a list: its address, and the one of the first page with these filters. */
export async function enterFilters(resource: Resource) {
  const paging = pagingOf(resource);
  const call = `GET ${resource.endpoints.list.path}`;
  const page = openList(resource, resource.tree ? '' : '?pageIndex=2', {
    answers: { [call]: listOf(resource, rowsOf(resource), 50) },
  });
  const search = within(await screen.findByRole('search'));
  const expected: Record<string, string> = {};
  const more = search.queryByRole('button', { name: '更多条件' });
  if (more) fireEvent.click(more);
  for (const name of resource.list.filters) {
    if (resource.listHead?.filters.includes(name)) continue;
    const field = fieldOf(resource, name);
    const value = sampleValue(field, 1);
    if (field.type === 'enum' || field.type === 'dict') {
      fireEvent.mouseDown(search.getByLabelText(field.label));
      fireEvent.click(await screen.findByTitle(textOf(field, 'x', { x: value })));
    } else if (field.type === 'text' || field.type === 'longText') {
      fireEvent.change(search.getByLabelText(field.label), { target: { value } });
    } else continue;
    Object.assign(expected, sampleFilter(resource, name).query);
  }
  fireEvent.click(search.getByRole('button', { name: '查询' }));
  await waitFor(() => expect(page.lastQuery()).toEqual({ ...paging, ...expected }));
  return { at: page.at(), expected: `${resource.path}?${new URLSearchParams(expected).toString()}` };
}

/** The fields of a new record that were sent, and those that the endpoint takes. */
export async function createRecord(resource: Resource) {
  const { create } = resource.endpoints;
  if (!create) return { sent: [], writable: [] };
  const page = openAdmin(`${resource.path}/create`, {
    answers: {
      ...choiceAnswers(resource),
      [`GET ${resource.endpoints.list.path}`]: listOf(resource, []),
      'GET /roleMenuTreeselect/0': ok({ menus: [], checkedKeys: [] }),
      [`POST ${create.path}`]: ok(7, '创建成功'),
    },
  });
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByRole('button', { name: '保存' });
  for (const name of withCreateForm(resource).form) {
    const field = fieldOf(resource, name);
    if ('when' in field && field.when && !field.when(initialValues(resource))) continue;
    const input = await within(drawer).findByLabelText(field.label);
    if (
      field.type === 'text' ||
      field.type === 'longText' ||
      field.type === 'password' ||
      ((field.type === 'int' || field.type === 'decimal' || field.type === 'money') &&
        field.initial === undefined)
    ) {
      fireEvent.change(input, { target: { value: sampleEntry(create, name, field) } });
    } else if (field.type === 'dict' || field.type === 'key') {
      fireEvent.mouseDown(input);
      fireEvent.click(await screen.findByTitle(String(sampleValue(field, 1))));
    }
  }
  fireEvent.click(within(drawer).getByRole('button', { name: '保存' }));
  await waitFor(() => expect(page.at()).toBe(resource.path));
  const [sent, ...more] = page.sentTo(`POST ${create.path}`).map((request) => request.body);
  expect(more).toEqual([]);
  expect(create.body?.safeParse(sent).success).toBe(true);
  // Excluded: the source of a copy, the confirmation of prices that jump, and price lists, which have their own page.
  const others = ['copyOf', 'confirmJumps', 'processConfig', 'manualOptions'];
  const writable = Object.keys(create.body instanceof z.ZodMiniObject ? create.body.shape : {}).filter(
    (name) => !others.includes(name),
  );
  const names = Object.keys(sent as object).toSorted();
  expect(names).toEqual(withCreateForm(resource).form.toSorted());
  return { sent: names, writable: writable.toSorted() };
}

/** The resources whose records can be copied. */
export const cloned = resources.filter(({ cloning }) => cloning !== undefined);

/** Saves the copy of a record, which starts with its values and a new name, and returns what was sent. */
export async function saveCopy(resource: Resource) {
  const { renamed = [], cleared = [], extras } = resource.cloning ?? {};
  const { list, create } = resource.endpoints;
  const record = sampleRecord(resource, 1);
  const page = openAdmin(`${resource.path}/1/copy`, {
    answers: {
      ...choiceAnswers(resource),
      [`GET ${list.path}`]: listOf(resource, [record]),
      [`GET ${list.path}/1`]: ok(record),
      [`GET /process/1`]: ok(record),
      [`GET /menu/1`]: ok(record),
      'GET /roleMenuTreeselect/0': ok({ menus: [], checkedKeys: [] }),
      'GET /roleDeptTreeselect/0': ok({ depts: [], checkedKeys: [] }),
      [`POST ${create?.path}`]: ok(7, '创建成功'),
    },
  });
  const drawer = within(await screen.findByRole('dialog'));
  for (const name of renamed) {
    const input = await drawer.findByLabelText<HTMLInputElement>(fieldOf(resource, name).label);
    expect(input.value).toBe('sample_1 副本');
  }
  expect(page.sentTo(`POST ${create?.path}`)).toEqual([]);
  for (const name of cleared) {
    const field = fieldOf(resource, name);
    if ('when' in field && field.when && !field.when(record)) continue;
    const input = await drawer.findByLabelText<HTMLInputElement>(field.label);
    expect(input.value).toBe('');
    fireEvent.change(input, { target: { value: field.type === 'decimal' ? '12' : 'entered' } });
  }
  if (extras) drawer.getByText(extras.note);
  // While the record loads, the form's place has a disabled button of the same name.
  const button = () => drawer.getByRole<HTMLButtonElement>('button', { name: '保存' });
  await waitFor(() => expect(button().disabled).toBe(false));
  fireEvent.click(button());
  await waitFor(() => expect(page.at()).toBe(resource.path));
  const [sent, ...more] = page.sentTo(`POST ${create?.path}`).map(({ body }) => body as object);
  expect(more).toEqual([]);
  expect(create?.body?.safeParse(sent)).toMatchObject({ success: true });
  expect(sent).toMatchObject({ ...(extras && { copyOf: 1 }) });
  return sent;
}
