import { getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderRevisions, orders } from '#server/db/schema.ts';
import { archivedColumns, placedColumns } from './order-columns.ts';

const namesOf = (table: Parameters<typeof getTableColumns>[0]) =>
  Object.keys(getTableColumns(table)).toSorted();

test('every column of an order is a parameter, computed by the placing statement, or set later', () => {
  const fromStatement = [
    'id',
    'orderNo',
    'customer',
    'placedAt',
    'createBy',
    'updateBy',
    'createdAt',
    'updatedAt',
  ];
  const later = [
    'revision',
    'version',
    'staffNote',
    'isDateByHand',
    'keepsQuotation',
    'revisedAt',
    'shippedAt',
    'carrier',
    'trackingNo',
    'offeredRevision',
    'alternatives',
    'waitingSince',
    'ownerId',
    'ownedAt',
    'refusal',
  ];
  expect([...placedColumns, ...fromStatement, ...later].toSorted()).toStrictEqual(namesOf(orders));
});

test('replacing a revision copies every column of it', () => {
  const around = ['orderId', 'createdAt', 'replacedAt', 'replacedBy'];
  expect([...archivedColumns, ...around].toSorted()).toStrictEqual(namesOf(orderRevisions));
});
