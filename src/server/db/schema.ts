/*
 * Every table of the product, by subject. Migrations, backups and queries know only the tables of the files that are
 * exported here.
 */

export * from './schema/people.ts';
export * from './schema/sign-in.ts';
export * from './schema/settings.ts';
export * from './schema/catalogue.ts';
export * from './schema/price-replays.ts';
export * from './schema/orders.ts';
export * from './schema/order-messages.ts';
export * from './schema/costs.ts';
export * from './schema/order-sums.ts';
export * from './schema/documents.ts';
export * from './schema/files.ts';
export * from './schema/models.ts';
export * from './schema/parts.ts';
export * from './schema/notifications.ts';
export * from './schema/logs.ts';
export * from './schema/revisions.ts';
