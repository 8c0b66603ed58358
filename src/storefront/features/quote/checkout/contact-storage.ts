import type { DeliveryContact } from '#domain/orders/contact.ts';
import { readStoredObject, writeStored } from '#providers/browser-storage.ts';

/** Delivery contact, as typed. */
export type Contact = DeliveryContact & { remark: string };

export const noContact: Contact = { contactName: '', contactPhone: '', address: '', remark: '' };

const storageKey = (userId: number) => `contact.${userId}`;

/** The contact of this user's last order; its remark is not stored. */
export function loadContact(userId: number): Contact {
  const stored = readStoredObject(storageKey(userId)) ?? {};
  const text = (key: keyof Contact) => (typeof stored[key] === 'string' ? stored[key] : '');
  return {
    contactName: text('contactName'),
    contactPhone: text('contactPhone'),
    address: text('address'),
    remark: '',
  };
}

export function saveContact(userId: number, { contactName, contactPhone, address }: Contact): void {
  writeStored(storageKey(userId), JSON.stringify({ contactName, contactPhone, address }));
}

/** The non-empty fields, trimmed. */
export function filledContact(contact: Contact): Partial<Contact> {
  return Object.fromEntries(
    Object.entries(contact)
      .map(([key, text]: [string, string]) => [key, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  );
}
