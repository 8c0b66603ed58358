import { useEffect, useState } from 'react';
import { filledContact, loadContact, type Contact } from './contact-storage.ts';

const isBlank = (contact: Contact) => Object.keys(filledContact(contact)).length === 0;

/**
 * Who takes the goods: as given, as last time, or as the profile says. Nothing is filled in while the dialog is open:
 * what is typed or already sent must stay as it is.
 */
export function useContact(userId: number, given: Contact | undefined, isOpen: boolean) {
  const [contact, setContact] = useState(() => given ?? loadContact(userId));
  const isAsked = given === undefined && !isOpen && isBlank(contact);
  useEffect(() => {
    if (!isAsked) return;
    let isLate = false;
    import('./profile-contact.ts')
      .then(({ readProfileContact }) => readProfileContact())
      .then(
        (known) => {
          if (!isLate) setContact((now) => ({ ...now, ...known }));
        },
        // Without the code for it one types.
        () => undefined,
      );
    return () => {
      isLate = true;
    };
  }, [isAsked]);
  return [contact, setContact] as const;
}
