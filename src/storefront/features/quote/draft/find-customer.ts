import { quoteDesk, type DeskCustomer } from '#contract/orders/quote-desk.ts';
import { fetchData } from '#providers/http/http.ts';

/** For staff: the customer of this user name. A separate module, because customers never load it. */
export async function findCustomer(username: string): Promise<DeskCustomer | undefined> {
  const found = await fetchData(quoteDesk.customers, { query: { text: username }, quiet: true });
  return found.find((one) => one.username === username);
}
