/** Converts a time in Shanghai, `YYYY-MM-DD HH:mm`, to an RFC 3339 instant. */
export const instantOf = (wall: string): string => `${wall.replace(' ', 'T')}:00+08:00`;
