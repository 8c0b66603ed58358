const names =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|unfurl|Url2Meta|facebookexternalhit|WhatsApp|curl\/|Wget|python-|Go-http-client|okhttp|Java\//i;

/** Whether no person reads what is fetched: search engines, previews of links in messengers, programs, and clients that do not say. */
export const isRobot = (userAgent: string): boolean => userAgent === '' || names.test(userAgent);
