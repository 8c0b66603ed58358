import { fillCustomers, fillOrders } from './back-office-data.ts';
import { say, type Part } from './figure.ts';
import { atScale } from './scale.ts';
import { firstPart, placeOrder, timeAnswers, withBackOffice } from './served-back-office.ts';

const PARTS = atScale(500, 10_000);
/** Orders of each part. */
const ORDERS_PER_PART = 3;

const paths = [
  '/part',
  `/part?pageIndex=${PARTS / 20}`,
  '/part?text=QM-99',
  '/part?length=100&width=80&height=12&tolerance=0.2',
  '/part?ordersOrder=desc',
];

/** The part library of one customer, with several orders of each part. */
export const library: Part = {
  title: `Library of ${PARTS.toLocaleString('en-US')} parts with ${(PARTS * ORDERS_PER_PART).toLocaleString('en-US')} lines, one request at a time, without the network`,
  measure: () =>
    withBackOffice(async (shop) => {
      await fillCustomers(shop.client);
      await fillOrders(shop.client, { from: 0, to: (PARTS * ORDERS_PER_PART) / 2 });
      await shop.client.query(asParts(await placeOrder(shop, [await firstPart(shop)], 'quoted')));
      say('  folding the parts');
      const startedAt = performance.now();
      await shop.foldParts();
      const foldedMs = performance.now() - startedAt;
      await shop.refreshStatistics();
      return [
        ...(await timeAnswers(shop, 'demo', paths, 50)),
        {
          name: 'one line of an order added to the library',
          value: foldedMs / (PARTS * ORDERS_PER_PART),
          unit: 'ms',
        },
      ];
    }),
};

/** Fills the library with variants of the part of the order, all with its trace. */
const asParts = (orderId: number) => `
  update orders set user_id = u.user_id, dept_id = u.dept_id from sys_user u where u.username = 'demo';
  delete from order_item where order_id <> ${orderId};
  insert into order_item (
    order_id, line_no, name, material_id, material_name, material_tag, num, length, width, height, processes,
    unit_price_fen, sub_total_fen, delivery_time, trace
  )
  select o.id, line, 'QM-' || 1 + (o.place * 2 + line) % ${PARTS} || ' A', i.material_id, i.material_name, i.material_tag, i.num,
    100 + (o.place * 2 + line) % ${PARTS} / 10.0, 80, 12, i.processes, i.unit_price_fen, i.sub_total_fen, i.delivery_time, i.trace
  from (select id, row_number() over (order by id) as place from orders where id <> ${orderId}) o
  cross join generate_series(1, 2) line
  cross join (select * from order_item where order_id = ${orderId}) i;`;
