import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openAdmin } from '../app/open-admin.test-data.tsx';
import { textOf } from '../field-types/field-types.ts';
import { nameProperty } from '../field-types/name-property.ts';
import { resources } from '../resources/index.ts';
import { post } from '../resources/post/post.resource.ts';
import { process } from '../resources/process/process.resource.ts';
import { role } from '../resources/role/role.resource.ts';
import { fieldOf } from './define-resource.ts';
import { isSortable } from './list/list-state.ts';
import {
  buttonNames,
  buttonsOf,
  callsOf,
  cloned,
  saveCopy,
  createRecord,
  enterFilters,
  buttonsOfReader,
  filtered,
  findRow,
  listOf,
  openList,
  rowsOf,
  userWithout,
} from './resource-checks.test-data.tsx';
import { choiceAnswers, sampleRecord } from './samples.test-data.ts';

/*
 * Tests that the screens of every declared resource do what its descriptor says. Behaviour that is the same for all
 * resources is tested on a tree and a table; resources.slow.test.tsx has the others.
 */

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  const { list, update, remove } = resource.endpoints;
  const shown = resource.list.columns.filter((name) => !resource.list.hidden.includes(name));

  test('has non-empty labels that are unique in the list', () => {
    const labels = [
      resource.label,
      ...(resource.endpoints.remove ? [resource.removalEffect] : []),
      ...Object.values(resource.fields).map((field) => field.label),
    ];
    expect(labels.filter((label) => label.trim() === '')).toEqual([]);
    // A reference and its name property share a label.
    const words = Object.values(resource.fields).map(nameProperty);
    const columns = Object.entries(resource.fields)
      .filter(([name]) => !words.includes(name))
      .map(([, field]) => field.label);
    expect(new Set(columns).size).toBe(columns.length);
  });

  test('marks the reference to the parent, from whose choices a record is excluded', () => {
    const parents = resource.tree ? [fieldOf(resource, resource.tree.parent)] : [];
    const marked = parents.filter((field) => field.type === 'treeRef' && field.isSelfReference);
    expect(marked).toEqual(parents);
  });

  test('requires the permissions of its endpoints', () => {
    const codes = Object.values(callsOf(resource)).flatMap((endpoint) => endpoint?.permission ?? []);
    expect(codes.filter((code) => !code.startsWith(`${resource.permission}:`))).toEqual([]);
  });

  test('lists rows below column labels, filtered by the URL, and sorts by a sortable column', async () => {
    const { search, query } = filtered(resource);
    const { lastQuery } = openList(resource, search);
    await findRow(resource, 2);
    expect(lastQuery()).toEqual(query);
    // The server's own schema accepts it.
    expect(list.query?.safeParse(lastQuery()).success).toBe(true);
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual([
      ...(resource.tree || !(remove || resource.bulk) ? [] : ['']),
      ...shown.map((name) => fieldOf(resource, name).label),
      ...(update || remove || resource.panels.length > 0 || resource.tree ? ['操作'] : []),
    ]);
    expect(screen.queryAllByText('复制').length > 0).toBe(cloned.includes(resource));
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
    await waitFor(() => expect(lastQuery()).toEqual({ ...query, [`${name}Order`]: 'asc' }));
    expect(list.query?.safeParse(lastQuery()).success).toBe(true);
  });
});

/** A tree and a table: the kit makes no other distinction. */
const kinds = [process, post];

describe.each(kinds.map((resource) => [resource.name, resource] as const))(
  '%s, as a tree or a table',
  (_name, resource) => {
    test('shows no buttons to a user with list permission only', async () => {
      expect(await buttonsOfReader(resource)).toEqual([]);
    });
    test('requests the first page with the entered filters', async () => {
      const { at, expected } = await enterFilters(resource);
      expect(at).toBe(expected);
    });
    test('creates with exactly the writable fields', async () => {
      const { sent, writable } = await createRecord(resource);
      expect(sent).toEqual(writable);
    });
  },
);

test.each(buttonNames)(
  'a user with only the %s permission sees only its button; copying requires create',
  async (action) => {
    const others = buttonNames.filter((one) => one !== action);
    openList(post, '', { user: userWithout(post, ...others) });
    await findRow(post, 1);
    await waitFor(() => expect(buttonsOf(post, action).length).toBeGreaterThan(0));
    expect(others.flatMap((one) => buttonsOf(post, one))).toEqual([]);
    expect(screen.queryAllByText('复制').length > 0).toBe(action === 'create');
  },
);

test.each([
  ['list', ''],
  ['create', '/create'],
  ['edit', '/1/edit'],
  ['show', '/1'],
] as const)('without the %s permission its URL shows 403 and sends no request', async (action, address) => {
  const { path } = post.endpoints.list;
  const page = openAdmin(post.path + address, {
    user: userWithout(post, action),
    answers: { ...choiceAnswers(post), [`GET ${path}`]: listOf(post, rowsOf(post)) },
  });
  expect(await screen.findByRole('heading', { name: '403' })).toBeTruthy();
  expect(page.sentTo(`GET ${path}/1`)).toEqual([]);
  expect(page.sentTo(`GET ${path}`)).toHaveLength(action === 'list' ? 0 : 1);
});

/** A tree, and a table whose copies contain more than their fields. */
test.each([process, role].map((resource) => [resource.name, resource] as const))(
  'a copy of %s starts with the values of the record and a new name, and is saved only on request',
  async (_name, resource) => {
    expect(await saveCopy(resource)).not.toHaveProperty('version');
  },
);
