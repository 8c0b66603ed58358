export interface MailSettings {
  /** The mail server, including its password. */
  smtpUrl: string;
  /** `报价 <quote@example.com>` or the address only. */
  from: string;
}

/** Accepts `smtp://user:password@host:port` and `smtps://…`, percent-encoded where needed. */
export function isSmtpUrl(value: string): boolean {
  if (!/^smtps?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { hostname, pathname, search, hash, username, password } = new URL(value);
  const isBare = /^\/?$/.test(pathname + search + hash);
  return hostname !== '' && isBare && [username, password].every(isDecodable);
}

function isDecodable(text: string): boolean {
  try {
    // A line break would inject an SMTP command.
    return !/[\r\n\0]/.test(decodeURIComponent(text));
  } catch {
    return false;
  }
}

// eslint-disable-next-line no-control-regex -- it looks for control characters
const unsafeInName = /[\u0000-\u001f\u007f",;:\\]/;

/** Accepts an address, or a name and an address, in characters that are safe in a mail header. */
export function isSender(value: string): boolean {
  const [, name = '', bracketedAddress, bareAddress] = /^(?:([^<>]*)<([^<>]+)>|([^<>]+))$/.exec(value) ?? [];
  return (
    !unsafeInName.test(name) &&
    /^[^\s@<>",;:\\]+@[^\s@<>",;:\\]+$/.test(bracketedAddress ?? bareAddress ?? '')
  );
}
