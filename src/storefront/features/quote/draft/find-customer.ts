import { quoteDesk, type DeskCustomer } from '#contract/orders/quote-desk.ts';
import { fetchData } from '#providers/http/http.ts';

/** Finds a customer by user name, for staff. A separate module, so that customers' browsers do not load it. */
export async function findCustomer(username: string): Promise<DeskCustomer | undefined> {
  const customers = await fetchData(quoteDesk.customers, { query: { text: username }, quiet: true });
  return customers.find((customer) => customer.username === username);
}
