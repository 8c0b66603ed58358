import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isPaged, MAX_PAGE_SIZE } from '#contract/paging.ts';
import { ok } from '#providers/fake-server.test-data.ts';
import { administrator, openAdmin, pageOf, queryOf } from '../app/open-admin.test-data.tsx';
import { textOf } from '../field-types/field-types.ts';
import { wordsOf } from '../field-types/words-of.ts';
import { resources } from '../resources/index.ts';
import { isSortable } from './list-state.ts';
import { asNew, fieldOf, permissionOf, type Action, type Resource } from './define-resource.ts';
import {
  choiceAnswers,
  initialValues,
  sampleEntry,
  sampleFilter,
  sampleRecord,
  sampleValue,
} from './samples.test-data.ts';

/*
 * Tests that the screens of every declared resource do what its descriptor says. Behaviour that is the same for all
 * resources is tested on one of each shape.
 */

const rowsOf = (resource: Resource) => [sampleRecord(resource, 1), sampleRecord(resource, 2)];

/** The answer of its list endpoint: a page, or the whole tree. */
const listOf = (resource: Resource, rows: object[], count?: number) =>
  resource.tree ? ok(rows) : pageOf(rows, count);

function openList(resource: Resource, search = '', more: Parameters<typeof openAdmin>[1] = {}) {
  const call = `GET ${resource.endpoints.list.path}`;
  const answers = { ...choiceAnswers(resource), [call]: listOf(resource, rowsOf(resource)), ...more.answers };
  const page = openAdmin(resource.path + search, { ...more, answers });
  return { ...page, lastQuery: () => queryOf(page.sentTo(call).at(-1)) };
}

/** A user with all of the resource's permissions except these. */
function userWithout(resource: Resource, ...denied: Action[]) {
  const actions: Action[] = ['list', 'show', 'create', 'edit', 'delete', 'export'];
  const codes = actions.filter((one) => !denied.includes(one)).map((one) => permissionOf(resource, one));
  return { ...administrator, buttons: codes, permissions: codes };
}

const nameOf = (resource: Resource, n: number) =>
  textOf(fieldOf(resource, resource.title), resource.title, sampleRecord(resource, n));

async function findRow(resource: Resource, n: number) {
  const [name] = await screen.findAllByText(nameOf(resource, n), {
    selector: resource.tree ? 'a' : resource.endpoints.one ? 'td a' : 'td',
  });
  return name ?? document.body;
}

/** The endpoint of each action that a resource has. */
function callsOf({ endpoints: { list, one, create, update, remove, export: exported } }: Resource) {
  return { list, show: one, create, edit: update, delete: remove, export: exported };
}

const buttonNames = ['create', 'edit', 'delete', 'export'] as const;

/** The buttons of this action on the screen, not the kinds of writes in the rows of the operation log. */
function buttonsOf({ label, removalVerb }: Resource, action: (typeof buttonNames)[number]) {
  const texts = { create: `新增${label}`, edit: '修改', delete: removalVerb, export: '导出' };
  return screen.queryAllByText(texts[action], { ignore: '[data-color]' });
}

/** One resource of each shape, which is tree or table and the set of actions. The kit makes no other distinction. */
const shapes = new Map(
  resources.map((resource) => {
    const calls = Object.entries(callsOf(resource)).filter(([, endpoint]) => endpoint !== undefined);
    return [JSON.stringify([resource.tree !== undefined, calls.map(([action]) => action)]), resource];
  }),
);

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  const { list, create, update, remove } = resource.endpoints;
  const paging = !isPaged(list)
    ? {}
    : { pageIndex: '1', pageSize: resource.tree ? String(MAX_PAGE_SIZE) : '20' };
  const shown = resource.list.columns.filter((name) => !resource.list.hidden.includes(name));
  test('has a label in all places where users see one', () => {
    const labels = [
      resource.label,
      ...(resource.endpoints.remove ? [resource.removal] : []),
      ...Object.values(resource.fields).map((field) => field.label),
    ];
    expect(labels.filter((label) => label.trim() === '')).toEqual([]);
    // The words of a reference are called like it.
    const words = Object.values(resource.fields).map(wordsOf);
    const columns = Object.entries(resource.fields)
      .filter(([name]) => !words.includes(name))
      .map(([, field]) => field.label);
    expect(new Set(columns).size).toBe(columns.length);
  });

  test('requires the permissions of its endpoints', () => {
    const guarded = Object.entries(callsOf(resource))
      .filter(([, endpoint]) => endpoint !== undefined)
      .map(([action, endpoint]) => [action, endpoint?.permission]);
    expect(guarded).toEqual(guarded.map(([action]) => [action, permissionOf(resource, action as Action)]));
  });

  test('lists its rows below the labels of its columns, and sorts by a sortable column', async () => {
    const { lastQuery } = openList(resource);
    await findRow(resource, 2);
    expect(lastQuery()).toEqual(paging);
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual([
      ...(resource.tree || !(remove || resource.bulk) ? [] : ['']),
      ...shown.map((name) => fieldOf(resource, name).label),
      ...(update || remove || resource.panels.length > 0 || resource.tree ? ['操作'] : []),
    ]);
    const row = (await findRow(resource, 2)).closest<HTMLElement>('tr, [role=row]') ?? document.body;
    for (const name of shown) {
      const text = textOf(fieldOf(resource, name), name, sampleRecord(resource, 2));
      if (text === '') continue;
      expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
    }
    const name = shown.find((column) => isSortable(resource, column));
    // A tree is ordered by its siblings' sort order.
    expect(name === undefined).toBe(resource.tree !== undefined);
    if (name === undefined) return;
    fireEvent.click(screen.getByRole('columnheader', { name: fieldOf(resource, name).label }));
    await waitFor(() => expect(lastQuery()).toEqual({ ...paging, [`${name}Order`]: 'asc' }));
    expect(list.query?.safeParse(lastQuery()).success).toBe(true);
  });

  test('requests its list with the filters of its address; the permission to list alone shows no button', async () => {
    const filters = resource.list.filters.map((name) => [name, sampleFilter(resource, name)] as const);
    const params = new URLSearchParams(filters.map(([name, { text }]) => [name, text]));
    const user = userWithout(resource, 'create', 'edit', 'delete', 'export');
    const { lastQuery } = openList(resource, `?${params.toString()}`, { user });
    await findRow(resource, 1);
    expect(lastQuery()).toEqual(Object.assign({}, paging, ...filters.map(([, { query }]) => query)));
    // The server's own schema accepts it.
    expect(list.query?.safeParse(lastQuery()).success).toBe(true);
    expect(buttonNames.flatMap((action) => buttonsOf(resource, action))).toEqual([]);
  });

  test('requests the first page with the filters that the user enters', async () => {
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
    expect(page.at()).toBe(`${resource.path}?${new URLSearchParams(expected).toString()}`);
  });

  test('creates with exactly the writable fields', async () => {
    if (!create) return;
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
    for (const name of asNew(resource).form) {
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
    // A copy alone names its source.
    const writable = Object.keys(create.body instanceof z.ZodMiniObject ? create.body.shape : {}).filter(
      (name) => name !== 'copyOf',
    );
    expect(Object.keys(sent as object).toSorted()).toEqual(writable.toSorted());
    expect(Object.keys(sent as object).toSorted()).toEqual(asNew(resource).form.toSorted());
  });
});

const cloned = resources.flatMap((resource) =>
  resource.cloning ? [[resource.name, resource, resource.cloning] as const] : [],
);

describe.each(cloned)('a copy of %s', (_name, resource, { renamed, cleared = [], brings }) => {
  const { list, create } = resource.endpoints;
  const record = sampleRecord(resource, 1);
  const open = (user = administrator) =>
    openAdmin(`${resource.path}/1/copy`, {
      user,
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

  test('starts with the values of the record and a new name, and is saved only when the user says so', async () => {
    const page = open();
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
      fireEvent.change(input, { target: { value: 'entered' } });
    }
    if (brings) drawer.getByText(brings.note);
    fireEvent.click(drawer.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(page.at()).toBe(resource.path));
    const [sent, ...more] = page.sentTo(`POST ${create?.path}`).map(({ body }) => body as object);
    expect(more).toEqual([]);
    expect(create?.body?.safeParse(sent)).toMatchObject({ success: true });
    expect(sent).toMatchObject({ ...(brings && { copyOf: 1 }) });
    expect(sent).not.toHaveProperty('version');
  });

  test('is offered to users who may read and create records', async () => {
    openList(resource, '', { user: userWithout(resource, 'edit') });
    await findRow(resource, 2);
    expect(screen.getAllByText('复制').length).toBeGreaterThan(0);
  });

  test('is not offered without the permission to create', async () => {
    openList(resource, '', { user: userWithout(resource, 'create') });
    await findRow(resource, 2);
    expect(screen.queryAllByText('复制')).toEqual([]);
  });
});

describe.each([...shapes.values()].map((resource) => [resource.name, resource] as const))(
  '%s, for its shape',
  (_name, resource) => {
    const calls = callsOf(resource);
    test.each(buttonNames.filter((action) => calls[action]))(
      'a user with only the permission of %s sees only its button',
      async (action) => {
        const others = buttonNames.filter((one) => one !== action);
        openList(resource, '', { user: userWithout(resource, ...others) });
        await findRow(resource, 1);
        await waitFor(() => expect(buttonsOf(resource, action).length).toBeGreaterThan(0));
        expect(others.flatMap((one) => buttonsOf(resource, one))).toEqual([]);
      },
    );

    const addresses = { list: '', create: '/create', edit: '/1/edit', show: '/1' } as const;
    test.each((['list', 'create', 'edit', 'show'] as const).filter((action) => calls[action]))(
      'without the permission of %s its address shows 403 and sends no request',
      async (action) => {
        const { path } = resource.endpoints.list;
        const page = openAdmin(resource.path + addresses[action], {
          user: userWithout(resource, action),
          answers: { ...choiceAnswers(resource), [`GET ${path}`]: listOf(resource, rowsOf(resource)) },
        });
        expect(await screen.findByRole('heading', { name: '403' })).toBeTruthy();
        expect(page.sentTo(`GET ${path}/1`)).toEqual([]);
        expect(page.sentTo(`GET ${path}`)).toHaveLength(action === 'list' ? 0 : 1);
      },
    );
  },
);
