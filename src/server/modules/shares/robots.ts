const names =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|unfurl|Url2Meta|facebookexternalhit|WhatsApp|curl\/|Wget|python-|Go-http-client|okhttp|Java\//i;

/**
 * Detects clients without a reader: search engines, link previews of messengers, programs, and clients without a
 * User-Agent.
 */
export const isRobot = (userAgent: string): boolean => userAgent === '' || names.test(userAgent);
