import type { OrderStatus } from '#domain/orders/order-status.ts';
import { APPROVE_PERMISSION } from '#domain/orders/moves.ts';
import { UNDO_MS } from '#domain/orders/undo.ts';
import { MESSAGE_PERMISSION } from '#contract/orders/order-messages.ts';
import type { Db } from '#server/db/database.ts';
import type { offerApprovals, OrderRow } from '#server/db/schema.ts';
import { loadSettings } from '#server/modules/settings/settings.service.ts';
import { insertMails, withdrawMails } from './mail-outbox.queries.ts';
import {
  approvalRequestedNotification,
  approvalKey,
  approvalDecidedNotification,
  cancelledNotification,
  dateNotification,
  draftNotification,
  expiringNotification,
  transferredNotification,
  guessedNotification,
  messageNotification,
  linkAnswerNotification,
  movedNotification,
  extendedNotification,
  offeredNotification,
  placedNotification,
  requestedNotification,
  revisedNotification,
  shadowNotification,
  shipmentNotification,
  staffMessageNotification,
  undoneNotification,
  withdrawnNotification,
  type DueDraft,
  type EndedShadow,
  type NewNotification,
  type SentMessage,
} from './notification-texts.ts';
import { markReadForAll } from './notifications.queries.ts';
import { insertNotifications, insertStaffNotifications } from './insert-notifications.queries.ts';

type Approval = typeof offerApprovals.$inferSelect;

/** The user who causes a notification, which is not sent to that user. */
export interface Actor {
  userId: number;
  isStaff: boolean;
}

interface NotifierOptions {
  /** Whether to also send mail: to customers about their orders, and to users whose passwords are guessed. */
  hasMail: boolean;
  /** Used in links while the setting `site.url` is empty. */
  origin: string;
}

/** The part of an email that identifies its order: the path of the order's page and a blank line. */
const detailsOf = (orderId: number) => `/order/details/${orderId}\n\n`;

/** The notification that tells staff of a customer's move. */
function staffNotificationOf(order: OrderRow, reason: string): NewNotification {
  if (order.status === 'cancelled') return cancelledNotification(order, reason);
  return order.status === 'requested' ? requestedNotification(order, reason) : placedNotification(order);
}

export type Notifier = ReturnType<typeof createNotifier>;

/** Notifies users of changes to their orders and of attacks on their accounts, in the transaction that makes the change. */
export function createNotifier({ hasMail, origin }: NotifierOptions) {
  async function notifyCustomers(
    tx: Db,
    orders: readonly OrderRow[],
    notifications: NewNotification[],
    now: Date,
    mailAt: Date | 'no mail' = now,
  ) {
    const ownerOf = new Map(orders.map(({ id, userId }) => [id, userId]));
    const withRecipients = notifications.flatMap((notification) => {
      const userId = ownerOf.get(notification.orderId);
      return userId === undefined ? [] : [{ ...notification, userId }];
    });
    const inserted = await insertNotifications(tx, withRecipients, now);
    if (hasMail && mailAt !== 'no mail' && inserted.length > 0) {
      const insertedOrders = new Set(inserted.map(({ orderId }) => orderId));
      const { 'site.url': url, 'site.name': site } = await loadSettings(tx);
      const mails = withRecipients
        .filter(({ orderId }) => insertedOrders.has(orderId))
        .map(({ userId, title, body, orderId }) => ({
          userId,
          subject: `${title} - ${site}`,
          body: `${title}\n\n${body}\n\n查看订单：${url || origin}${detailsOf(orderId)}此邮件由系统发送，请勿回复。\n`,
        }));
      await insertMails(tx, mails, now, mailAt);
    }
    return inserted.length;
  }

  async function notifyOwner(
    tx: Db,
    order: OrderRow,
    notification: NewNotification,
    by: Actor,
    now: Date,
    mailAt?: Date | 'no mail',
  ) {
    if (order.userId !== by.userId) await notifyCustomers(tx, [order], [notification], now, mailAt);
  }

  return {
    async orderMoved(
      tx: Db,
      order: OrderRow,
      { from, reason }: { from: OrderStatus; reason: string },
      by: Actor,
      now: Date,
    ): Promise<void> {
      // The shop may undo its move until then.
      const mailAt = by.isStaff ? new Date(now.getTime() + UNDO_MS) : now;
      const isWithdrawn = by.isStaff && from === 'quoted' && order.status === 'requested';
      const notification = isWithdrawn
        ? withdrawnNotification(order, reason)
        : movedNotification(order, from, order.status, reason);
      await notifyOwner(tx, order, notification, by, now, mailAt);
      if (by.isStaff) return;
      const forStaff = { ...staffNotificationOf(order, reason), exceptUserId: by.userId };
      await insertStaffNotifications(tx, [forStaff], now);
    },
    /**
     * Deletes the email about a move and notifies the customer on the site only; `order` is the state after the undo. False when
     * sending the email was already attempted: the transaction must then be rolled back.
     */
    async cancelMoveMail(
      tx: Db,
      order: OrderRow,
      { from, movedAt }: { from: OrderStatus; movedAt: Date },
      by: Actor,
      now: Date,
    ): Promise<boolean> {
      if (!(await withdrawMails(tx, movedAt, detailsOf(order.id)))) return false;
      await notifyOwner(tx, order, undoneNotification(order, from, order.status), by, now, 'no mail');
      return true;
    },
    dateChanged: (
      tx: Db,
      order: OrderRow,
      { from, reason }: { from: string; reason: string },
      by: Actor,
      now: Date,
    ) => notifyOwner(tx, order, dateNotification(order, from, order.promisedDate, reason), by, now),
    /** Notifies the customer to whom a request was transferred. */
    requestTransferred: (tx: Db, order: OrderRow, by: Actor, now: Date) =>
      notifyOwner(tx, order, transferredNotification(order), by, now),
    /** Notifies the customer that the bearer of a link answered the offer. */
    async answeredByLink(
      tx: Db,
      order: OrderRow,
      answer: { kind: 'accepted' | 'refused'; name: string },
      now: Date,
    ): Promise<void> {
      await notifyCustomers(tx, [order], [linkAnswerNotification(order, answer)], now);
    },
    /** `order` is the state after its carrier or tracking number was added or corrected. */
    shipmentChanged: (tx: Db, order: OrderRow, by: Actor, now: Date) =>
      notifyOwner(tx, order, shipmentNotification(order), by, now),
    /** `order` is the state after the revision; `fromFen` is the price before it. */
    quotationRevised: (tx: Db, order: OrderRow, fromFen: number, by: Actor, now: Date) =>
      notifyOwner(tx, order, revisedNotification(order, fromFen), by, now),
    /** `order` is the state after the offer. */
    offerSent: (tx: Db, order: OrderRow, note: string, by: Actor, now: Date) =>
      notifyOwner(tx, order, offeredNotification(order, note), by, now),
    /** Notifies all users who may approve the offer, except its author. */
    async approvalRequested(tx: Db, order: OrderRow, approval: Approval, now: Date): Promise<void> {
      const { percent, requestedBy } = approval;
      const request = { ...approvalRequestedNotification(order, approval), exceptUserId: requestedBy };
      await insertStaffNotifications(tx, [request], now, { permission: APPROVE_PERMISSION, percent });
    },
    /** Notifies the author of an offer that `by` approved it, or refused it with a reason. */
    async approvalDecided(
      tx: Db,
      order: OrderRow,
      { id, requestedAt, requestedBy: userId }: Approval,
      by: { userId: number; userName: string; reason: string | null },
      now: Date,
    ): Promise<void> {
      await markReadForAll(tx, { key: approvalKey(id), createdAt: requestedAt }, now);
      if (userId === by.userId) return;
      await insertNotifications(tx, [{ ...approvalDecidedNotification(order, by), userId }], now);
    },
    /** `order` is the state after its offer was extended. */
    offerExtended: (tx: Db, order: OrderRow, note: string, by: Actor, now: Date) =>
      notifyOwner(tx, order, extendedNotification(order, note), by, now),
    /** `order` is the state after the message. Only staff are notified of a message for staff. */
    async messageSent(tx: Db, order: OrderRow, message: SentMessage, by: Actor, now: Date): Promise<void> {
      const isInternal = message.audience === 'staff';
      if (!isInternal) await notifyOwner(tx, order, messageNotification(order, message), by, now);
      if (message.isFromShop && !isInternal) return;
      const notification = staffMessageNotification(order, message);
      await insertStaffNotifications(tx, [{ ...notification, exceptUserId: by.userId }], now, {
        permission: MESSAGE_PERMISSION,
      });
    },
    /** Reminds each quotation's customer, once per revision. Resolves with the number of new reminders. */
    quotationsExpiring: (tx: Db, orders: readonly OrderRow[], now: Date) =>
      notifyCustomers(tx, orders, orders.map(expiringNotification), now),
    /** Warns a user, customer or staff, of many wrong passwords for the user's account. */
    async passwordGuessed(tx: Db, userId: number, now: Date): Promise<void> {
      const warning = guessedNotification();
      await insertNotifications(tx, [{ ...warning, userId, orderId: null }], now);
      if (!hasMail) return;
      const { 'site.name': site } = await loadSettings(tx);
      const { title, body } = warning;
      const mail = {
        subject: `${title} - ${site}`,
        body: `${title}\n\n${body}\n\n此邮件由系统发送，请勿回复。\n`,
      };
      await insertMails(tx, [{ userId, ...mail }], now);
    },
    /** Tells the user who scheduled a draft of prices how it ended. */
    async draftDue(tx: Db, userId: number, draft: DueDraft, now: Date): Promise<void> {
      await insertNotifications(tx, [{ ...draftNotification(draft), userId, orderId: null }], now);
    },
    /** Notifies the user who started a shadow run of its end. */
    async shadowEnded(tx: Db, userId: number, shadow: EndedShadow, now: Date): Promise<void> {
      await insertNotifications(tx, [{ ...shadowNotification(shadow), userId, orderId: null }], now);
    },
  };
}
