/** The mail server, with its password, and whom mail comes from. */
export interface MailSettings {
  smtpUrl: string;
  /** `报价 <quote@example.com>` or the address alone. */
  from: string;
}

/** Is it `smtp://user:password@host:port` or `smtps://…`, percent-encoded where need be? */
export function isSmtpUrl(value: string): boolean {
  if (!/^smtps?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { hostname, pathname, search, hash, username, password } = new URL(value);
  const isBare = /^\/?$/.test(pathname + search + hash);
  return hostname !== '' && isBare && [username, password].every(isDecodable);
}

function isDecodable(text: string): boolean {
  try {
    // A line break would go on as a command of its own.
    return !/[\r\n\0]/.test(decodeURIComponent(text));
  } catch {
    return false;
  }
}

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const unfitForName = /[\u0000-\u001f\u007f",;:\\]/;

/** Is it an address, or a name and an address? What stands in a mail's head is ours, letter for letter. */
export function isSender(value: string): boolean {
  const [, name = '', named, alone] = /^(?:([^<>]*)<([^<>]+)>|([^<>]+))$/.exec(value) ?? [];
  return !unfitForName.test(name) && /^[^\s@<>",;:\\]+@[^\s@<>",;:\\]+$/.test(named ?? alone ?? '');
}
