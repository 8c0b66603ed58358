import { describe, expect, test } from 'vitest';
import { resources } from '../resources/index.ts';
import {
  cloned,
  saveCopy,
  createRecord,
  enterFilters,
  buttonsOfReader,
} from './resource-checks.test-data.tsx';

/* Tests of resources.test.tsx for the resources that it leaves out. */

const others = resources.filter(({ name }) => name !== 'process' && name !== 'post');

describe.each(others.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  test('shows no buttons to a user with list permission only', async () => {
    expect(await buttonsOfReader(resource)).toEqual([]);
  });
  test('requests the first page with the entered filters', async () => {
    const { at, expected } = await enterFilters(resource);
    expect(at).toBe(expected);
  });
  test.each([resource].filter(({ endpoints }) => endpoints.create))(
    'creates with exactly the writable fields',
    async (one) => {
      const { sent, writable } = await createRecord(one);
      expect(sent).toEqual(writable);
    },
  );
});

test.each(cloned.map((resource) => [resource.name, resource] as const))(
  'a copy of %s starts with the values of the record and a new name, and is saved only on request',
  async (_name, resource) => {
    expect(await saveCopy(resource)).not.toHaveProperty('version');
  },
);
