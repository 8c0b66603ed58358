/** The codes of class 25 with an outside cause: a demoted leader, and timeouts. The others are errors of our transactions. */
const lostTransactions = new Set([
  '25006', // read_only_sql_transaction: a connection to a leader that was demoted
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
]);

/** Errors that do not mean that the server is unreachable: a full disk has its own answer, a cancelled statement was slow. */
const exceptions = new Set(['53100', '57014']);

/**
 * Whether PostgreSQL answers with this SQLSTATE because of the server's state, not because of the statement: connection failures
 * (class 08), missing resources (53), a server that stops or starts (57), failures of its machine (58), and a lost
 * transaction. The same statement may succeed on another connection.
 */
export function isServerTrouble(sqlState: string): boolean {
  return lostTransactions.has(sqlState) || (/^(08|53|57|58)/.test(sqlState) && !exceptions.has(sqlState));
}
