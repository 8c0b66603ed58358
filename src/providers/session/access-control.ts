import { hasPermission } from '#domain/permissions.ts';
import { getUser } from './session-store.ts';

let granted: { buttons: readonly string[]; codes: ReadonlySet<string> } | undefined;

/** Whether the signed-in user holds this permission code; false without a session. */
export function can(permission: string): boolean {
  const buttons = getUser()?.buttons ?? [];
  if (granted?.buttons !== buttons) granted = { buttons, codes: new Set(buttons) };
  return hasPermission(granted.codes, permission);
}
