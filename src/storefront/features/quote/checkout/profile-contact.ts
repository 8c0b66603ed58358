import { profile } from '#contract/people/profile.ts';
import { call } from '#providers/http/http.ts';
import { CallError } from '#providers/http/result.ts';
import type { Contact } from './contact-storage.ts';

/** The contact in the user's profile; empty if it cannot be fetched, since it only saves typing. */
export async function readProfileContact(): Promise<Partial<Contact>> {
  try {
    const result = await call(profile.read, { quiet: 'connection' });
    if (!result.ok) return {};
    const { nickName, phone, address } = result.data.user;
    return { contactName: nickName, contactPhone: phone, address };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return {};
  }
}
