import { chargeInFen } from '#contract/orders/charges.ts';
import type { OrderItem } from '#contract/orders/order-data.ts';
import type { OrderRevision } from '#contract/orders/revisions.ts';
import { shipDateLabel } from '#domain/orders/ship-date-label.ts';
import { contactLabels } from '#domain/orders/contact.ts';
import { formatYuan } from '#domain/money.ts';
import { numberedTitle, enteredName } from '#domain/parts/line-title.ts';
import { chargeTitle, chargeValueText } from '#domain/pricing/charges.ts';
import { lineText } from '../parts/line-text.ts';

export interface RevisionChange {
  /** The part; '' for the quotation as a whole. */
  part: string;
  label: string;
  before: string;
  after: string;
}

/** Describes the differences between two revisions. Parts are matched by name if it is unique, otherwise by line. */
export function revisionChanges(before: OrderRevision, after: OrderRevision): RevisionChange[] {
  const changes = differences('', quotationFactsOf(before), quotationFactsOf(after));
  const [oldParts, newParts] = [partsOf(before), partsOf(after)];
  const keyOf = createKeyOf(oldParts, newParts);
  const oldByKey = new Map(oldParts.map((part) => [keyOf(part), part]));
  for (const part of newParts) {
    const previous = oldByKey.get(keyOf(part));
    oldByKey.delete(keyOf(part));
    if (previous) changes.push(...differences(part.title, previous.facts, part.facts));
    else changes.push({ part: part.title, label: '新增零件', before: '', after: summaryOf(part.item) });
  }
  for (const part of oldByKey.values()) {
    changes.push({ part: part.title, label: '删除零件', before: summaryOf(part.item), after: '' });
  }
  return changes;
}

type Facts = ReadonlyMap<string, string>;

interface Part {
  item: OrderItem;
  title: string;
  facts: Facts;
}

const quotationFactsOf = (revision: OrderRevision): Facts =>
  new Map([
    ['合计', formatYuan(revision.price)],
    [
      '附加费与折扣',
      revision.charges
        .map(chargeInFen)
        .map((charge) => `${chargeTitle(charge)} ${chargeValueText(charge)}`)
        .join('、'),
    ],
    [shipDateLabel('quoted'), revision.promisedDate],
    [contactLabels.contactName, revision.contactName],
    [contactLabels.contactPhone, revision.contactPhone],
    [contactLabels.address, revision.address],
    ['客户备注', revision.remark],
  ]);

const partsOf = ({ items, files }: OrderRevision): Part[] =>
  items.map((item) => ({
    item,
    title: numberedTitle(item),
    facts: new Map([
      ['材料', item.materialName],
      ['尺寸', sizeOf(item)],
      ['数量', `${item.num} 件`],
      ...item.processes.map(({ processName, optionName }) => [processName, optionName] as const),
      ['零件备注', item.remark],
      [
        '附件',
        files
          .filter(({ lineNo }) => lineNo === item.lineNo)
          .map(({ name }) => name)
          .join('、'),
      ],
      ['小计', lineText(item)],
    ]),
  }));

const sizeOf = ({ length, width, height }: OrderItem) => `${length} × ${width} × ${height} mm`;
const summaryOf = (item: OrderItem) =>
  `${item.materialName}，${sizeOf(item)}，${item.num} 件，${lineText(item)}`;

function createKeyOf(...revisions: readonly Part[][]): (part: Part) => string {
  const isUnique = (name: string) =>
    name !== '' &&
    revisions.every((parts) => parts.filter(({ item }) => enteredName(item) === name).length <= 1);
  return ({ item }) => (isUnique(enteredName(item)) ? `name ${enteredName(item)}` : `line ${item.lineNo}`);
}

function differences(part: string, before: Facts, after: Facts): RevisionChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((label) => {
    const [old = '', now = ''] = [before.get(label), after.get(label)];
    return old === now ? [] : [{ part, label, before: old, after: now }];
  });
}
