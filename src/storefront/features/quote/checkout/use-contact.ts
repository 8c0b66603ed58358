import { useEffect, useState } from 'react';
import { filledContact, loadContact, type Contact } from './contact-storage.ts';

const isBlank = (contact: Contact) => Object.keys(filledContact(contact)).length === 0;

/**
 * The contact: `initial`, else the last one used, else the profile's. The profile's is not filled in while `isFrozen`
 * (a dialog is open, or staff act for a customer), so that entered text stays as it is.
 */
export function useContact(userId: number, initial: Contact | undefined, isFrozen: boolean) {
  const [contact, setContact] = useState(() => initial ?? loadContact(userId));
  const needsProfile = initial === undefined && !isFrozen && isBlank(contact);
  useEffect(() => {
    if (!needsProfile) return;
    let isCancelled = false;
    import('./profile-contact.ts')
      .then(({ readProfileContact }) => readProfileContact())
      .then(
        (profileContact) => {
          if (!isCancelled) setContact((current) => ({ ...current, ...profileContact }));
        },
        // If the chunk fails to load, the customer types the contact.
        () => undefined,
      );
    return () => {
      isCancelled = true;
    };
  }, [needsProfile]);
  return [contact, setContact] as const;
}
