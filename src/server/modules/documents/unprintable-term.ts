import { characterName } from '#domain/documents/common-characters.ts';
import type { QuotationSnapshot } from '#contract/orders/documents.ts';
import { unprintableIn } from './pdf-renderer.ts';

/** Adds a last term naming the characters that the PDF cannot print; if there are none, changes nothing. */
export async function withUnprintableTerm(snapshot: QuotationSnapshot): Promise<QuotationSnapshot> {
  const unprintable = new Set(await unprintableIn(JSON.stringify(snapshot)));
  if (unprintable.size === 0) return snapshot;
  const texts = fieldsOf(snapshot).flatMap(([field, content]) => {
    const characters = [...new Set(JSON.stringify(content))].filter((character) =>
      unprintable.has(character),
    );
    return characters.length === 0 ? [] : [`${field}的 ${characters.map(characterName).join('、')}`];
  });
  return {
    ...snapshot,
    terms: [...snapshot.terms, `PDF 里印不出、以“〓”代替的字符：${texts.join('；')}`],
  };
}

const fieldsOf = ({
  issuer,
  customer,
  items,
  charges,
  alternatives,
  remark,
  ...rest
}: QuotationSnapshot): (readonly [string, unknown])[] => [
  ['商家资料', issuer],
  ['客户单位', customer.company],
  ['联系人', customer.contactName],
  ['客户电话、地址和税号', [customer.phone, customer.address, customer.taxNumber]],
  ...items.map((item) => [`第 ${item.lineNo} 行`, item] as const),
  ['费用', charges],
  ['其他方案', alternatives],
  ['备注', remark],
  ['条款', rest],
];
