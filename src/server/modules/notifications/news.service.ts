import type { OrderStatus } from '#domain/orders/order-status.ts';
import type { Db } from '#server/db/database.ts';
import type { OrderRow } from '#server/modules/orders/orders.queries.ts';
import { loadSettings } from '#server/modules/settings/settings.service.ts';
import { insertMails } from './mail-outbox.queries.ts';
import {
  cancelledNews,
  dateNews,
  expiringNews,
  movedNews,
  noteNews,
  placedNews,
  revisedNews,
  type News,
} from './news-texts.ts';
import { insertNews, insertStaffNews } from './news.queries.ts';

/** Who brings something about: nobody is told of what they did themselves. */
export interface Bringer {
  userId: number;
  isStaff: boolean;
}

/** Tells people what happens to their orders. Each call belongs into the transaction that has the news. */
export interface NewsDesk {
  orderMoved(
    tx: Db,
    order: OrderRow,
    move: { from: OrderStatus; reason: string },
    by: Bringer,
    now: Date,
  ): Promise<void>;
  dateMoved(
    tx: Db,
    order: OrderRow,
    change: { from: string; reason: string },
    by: Bringer,
    now: Date,
  ): Promise<void>;
  /** The order as it stands after the revision, and what it cost before. */
  quotationRevised(tx: Db, order: OrderRow, fromFen: number, by: Bringer, now: Date): Promise<void>;
  noteLeft(tx: Db, order: OrderRow, text: string, by: Bringer, now: Date): Promise<void>;
  /** Each quotation's customer, once a revision. Resolves with the number of those that had not heard. */
  quotationsExpire(tx: Db, orders: readonly OrderRow[], now: Date): Promise<number>;
}

interface NewsDeskOptions {
  /** Customers are also sent mail. */
  hasMail: boolean;
  /** Stands in for the site's own address while that setting is empty. */
  origin: string;
}

export function createNewsDesk({ hasMail, origin }: NewsDeskOptions): NewsDesk {
  async function tellCustomers(tx: Db, orders: readonly OrderRow[], news: News[], now: Date) {
    const ownerOf = new Map(orders.map(({ id, userId }) => [id, userId]));
    const addressed = news.flatMap((one) => {
      const userId = ownerOf.get(one.orderId);
      return userId === undefined ? [] : [{ ...one, userId }];
    });
    const told = await insertNews(tx, addressed, now);
    if (hasMail && told.length > 0) {
      const heard = new Set(told.map(({ orderId }) => orderId));
      const { 'site.url': url, 'site.name': site } = await loadSettings(tx);
      const mails = addressed
        .filter(({ orderId }) => heard.has(orderId))
        .map(({ userId, title, body, orderId }) => ({
          userId,
          subject: `${title} - ${site}`,
          body: `${title}\n\n${body}\n\n查看订单：${url || origin}/order/details/${orderId}\n\n此邮件由系统发送，请勿回复。\n`,
        }));
      await insertMails(tx, mails, now);
    }
    return told.length;
  }

  /** Nobody need be told what they did themselves. */
  async function tellOwner(tx: Db, order: OrderRow, news: News, by: Bringer, now: Date) {
    if (order.userId !== by.userId) await tellCustomers(tx, [order], [news], now);
  }

  return {
    async orderMoved(tx, order, { from, reason }, by, now) {
      await tellOwner(tx, order, movedNews(order, from, order.status, reason), by, now);
      if (by.isStaff) return;
      const news = order.status === 'cancelled' ? cancelledNews(order, reason) : placedNews(order);
      await insertStaffNews(tx, [{ ...news, exceptUserId: by.userId }], now);
    },
    dateMoved: (tx, order, { from, reason }, by, now) =>
      tellOwner(tx, order, dateNews(order, from, order.promisedDate, reason), by, now),
    quotationRevised: (tx, order, fromFen, by, now) =>
      tellOwner(tx, order, revisedNews(order, fromFen), by, now),
    noteLeft: (tx, order, text, by, now) => tellOwner(tx, order, noteNews(order, text), by, now),
    quotationsExpire: (tx, orders, now) => tellCustomers(tx, orders, orders.map(expiringNews), now),
  };
}
