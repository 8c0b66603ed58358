/** Converts a time in Shanghai, `YYYY-MM-DD HH:mm`, to an RFC 3339 instant. */
export const instantOf = (time: string): string => `${time.replace(' ', 'T')}:00+08:00`;
