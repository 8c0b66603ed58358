import type { DayNumber } from '#domain/shanghai-time.ts';
import type { CostBook } from '#domain/pricing/cost.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalogue } from '#server/modules/catalogue/catalogue.service.ts';
import type { Settings } from '#server/modules/settings/settings.service.ts';
import type { Company } from './plan-people.ts';
import type { Random } from './random.ts';

/** The installation to fill; `tx` is the transaction of the command. */
export interface Shop {
  tx: Db;
  random: Random;
  catalogue: Catalogue;
  costs: CostBook;
  settings: Settings;
  /** The first and the last day of the history. */
  first: DayNumber;
  last: DayNumber;
}

export interface Person {
  userId: number;
  nickName: string;
  deptId: number | null;
}

export interface Customer extends Person {
  phone: string;
  company: Pick<Company, 'weight' | 'loyalty'>;
}

export interface People {
  companies: readonly Company[];
  customers: readonly Customer[];
  staff: readonly Person[];
  admin: Person;
}

export type OrderKind = 'placed' | 'quoted' | 'requested';

/** An order as created, before its moves. */
export interface CreatedOrder {
  id: number;
  kind: OrderKind;
  customer: Customer;
  at: Date;
  promisedDay: DayNumber;
  deliveryDays: number;
}
