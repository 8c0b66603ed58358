import { useEffect, useState } from 'react';
import { filledContact, loadContact, type Contact } from './contact-storage.ts';

const isBlank = (contact: Contact) => Object.keys(filledContact(contact)).length === 0;

/**
 * The contact: the given one, the last one used, or the profile's. The profile's is not filled in while a dialog is open, so that
 * typed or sent text stays as it is, and not for another user.
 */
export function useContact(userId: number, given: Contact | undefined, isKept: boolean) {
  const [contact, setContact] = useState(() => given ?? loadContact(userId));
  const isAsked = given === undefined && !isKept && isBlank(contact);
  useEffect(() => {
    if (!isAsked) return;
    let isLate = false;
    import('./profile-contact.ts')
      .then(({ readProfileContact }) => readProfileContact())
      .then(
        (known) => {
          if (!isLate) setContact((now) => ({ ...now, ...known }));
        },
        // If the chunk fails to load, the customer types the contact.
        () => undefined,
      );
    return () => {
      isLate = true;
    };
  }, [isAsked]);
  return [contact, setContact] as const;
}
