/**
 * The row of a statement that always returns one, such as a count or an insert.
 * @throws Error when there is none
 */
export function onlyRow<R>([row]: readonly R[]): R {
  if (row === undefined) throw new Error('a statement gave no row');
  return row;
}
