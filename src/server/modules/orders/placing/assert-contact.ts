import { missingContact, type DeliveryContact } from '#domain/orders/contact.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Settings } from '#server/modules/settings/settings-definitions.ts';

/**
 * Throws `request.invalid` for the fields that the setting requires and the contact lacks. An order without any
 * contact passes: API clients may omit it, and the shop then uses the customer's profile.
 */
export function assertContact(settings: Settings, contact: Partial<DeliveryContact>): void {
  const { contactName, contactPhone, address } = contact;
  const hasContact = [contactName, contactPhone, address].some((text) => text !== undefined && text !== '');
  const fields = hasContact ? missingContact(settings['order.contact'], contact) : {};
  if (Object.keys(fields).length > 0) throw new AppError('request.invalid', { fields });
}
