import { orderMessages } from '#server/db/schema.ts';
import type { CreatedOrder, People, Shop } from './shop.ts';

const CONVERSATIONS = [
  ['图纸上的螺纹是 M4 还是 M5？', '是 M5，深 10 mm。'],
  ['两端倒角没有标注，按 C0.5 加工可以吗？', '可以。'],
  ['阳极氧化的颜色要按样板吗？', '不用，本色即可。'],
  ['这批可以提前两天发货吗？', '可以，已经安排加急，后天发出。'],
  ['材料证明需要原件吗？', '电子版就可以。'],
] as const;

/** Adds a question with its answer to some orders. Customers ask the last two of the list. */
export async function insertMessages(
  { tx, random }: Shop,
  people: People,
  orders: readonly CreatedOrder[],
  end: Date,
): Promise<void> {
  for (const { id, customer, at } of orders) {
    if (!random.chance(0.05)) continue;
    const [question, answer] = random.pick(CONVERSATIONS);
    const isFromShop = CONVERSATIONS.findIndex(([text]) => text === question) < 3;
    const member = random.pick(people.staff);
    const [asker, answerer] = isFromShop ? [member, customer] : [customer, member];
    const askedAt = new Date(at.getTime() + random.between(0.2, 6) * 3_600_000);
    const answeredAt = new Date(askedAt.getTime() + random.between(0.1, 8) * 3_600_000);
    if (answeredAt >= end) continue;
    const common = { orderId: id, revision: 1, audience: 'customer' as const };
    const [asked] = await tx
      .insert(orderMessages)
      .values({
        ...common,
        kind: 'question',
        isFromShop,
        text: question,
        userId: asker.userId,
        userName: asker.nickName,
        createdAt: askedAt,
      })
      .returning({ id: orderMessages.id });
    await tx.insert(orderMessages).values({
      ...common,
      kind: 'answer',
      isFromShop: !isFromShop,
      text: answer,
      answersId: asked?.id ?? null,
      userId: answerer.userId,
      userName: answerer.nickName,
      createdAt: answeredAt,
    });
  }
}
