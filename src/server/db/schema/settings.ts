import { index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { audit, notDeleted, serial, softDelete } from './columns.ts';

export const configs = pgTable(
  'sys_config',
  {
    id: serial('id').primaryKey(),
    configName: text('config_name').notNull(),
    configKey: text('config_key').notNull(),
    configValue: text('config_value').notNull(),
    configType: text('config_type').notNull().default('Y'),
    /** "1": readable without a session. */
    isFrontend: text('is_frontend').notNull().default('0'),
    remark: text('remark').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [uniqueIndex('sys_config_key').on(t.configKey).where(notDeleted)],
);

export const dictTypes = pgTable(
  'sys_dict_type',
  {
    id: serial('id').primaryKey(),
    dictName: text('dict_name').notNull(),
    dictType: text('dict_type').notNull(),
    status: smallint('status').notNull().default(2),
    remark: text('remark').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [uniqueIndex('sys_dict_type_type').on(t.dictType).where(notDeleted)],
);

export const dictData = pgTable(
  'sys_dict_data',
  {
    dictCode: serial('dict_code').primaryKey(),
    dictSort: integer('dict_sort').notNull().default(0),
    dictLabel: text('dict_label').notNull(),
    dictValue: text('dict_value').notNull(),
    dictType: text('dict_type').notNull(),
    cssClass: text('css_class').notNull().default(''),
    listClass: text('list_class').notNull().default(''),
    isDefault: text('is_default').notNull().default('N'),
    status: smallint('status').notNull().default(2),
    remark: text('remark').notNull().default(''),
    ...audit,
    ...softDelete,
  },
  (t) => [
    uniqueIndex('sys_dict_data_value').on(t.dictType, t.dictValue).where(notDeleted),
    index('sys_dict_data_list').on(t.dictType, t.dictSort, t.dictCode).where(notDeleted),
  ],
);
