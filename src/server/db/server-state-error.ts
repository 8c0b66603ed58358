/** Codes of class 25 with an external cause: a demoted leader, and timeouts. The others are bugs in our transactions. */
const lostTransactions = new Set([
  '25006', // read_only_sql_transaction: a connection to a leader that was demoted
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
]);

/** Codes handled elsewhere: a full disk, which has its own error, and a statement that was cancelled for being slow. */
const exceptions = new Set(['53100', '57014']);

/**
 * Whether this SQLSTATE is caused by the server's state, not by the statement: connection failures (class 08), missing
 * resources (53), a server that stops or starts (57), failures of its machine (58), and a lost transaction. The same
 * statement may succeed on another connection.
 */
export function isServerStateError(sqlState: string): boolean {
  return lostTransactions.has(sqlState) || (/^(08|53|57|58)/.test(sqlState) && !exceptions.has(sqlState));
}
