import { partTitle } from '../../draft/draft.ts';
import { isLeftToServer, isUndivided, isUnmeasured, isUnread } from '../../draft/part-model.ts';
import type { QuoteLine, QuoteSummary } from '../../draft/price-draft.ts';
import type { OrderToPlace } from '../order-to-place.ts';

/** The server tries a large model twice, half a minute apart. */
export const LONGEST_WAIT_MS = 180_000;

/** A reason why an order cannot be confirmed yet. */
export interface Awaited {
  /** In the button: 正在读取模型… */
  label: string;
  /** With the part. */
  text: string;
}

type Status = OrderToPlace['status'];

/** A model that was ordered before has been checked by the server. */
const isChecking = ({ part: { modelFile }, view: { price } }: QuoteLine): boolean =>
  price.isPriced && price.isChecking === true && modelFile !== undefined && !modelFile.ordered;

const kinds: readonly (readonly [string, (line: QuoteLine) => boolean])[] = [
  ['读取', ({ part }) => isUnread(part)],
  ['测量', ({ part }) => isLeftToServer(part)],
  ['核对', isChecking],
];

/** Parts with missing figures; a request needs none from a model. */
const isReady = ({ subTotalFen, isOpen }: QuoteLine, status: Status): boolean =>
  status === 'requested' && (subTotalFen !== undefined || isOpen);

/** The first thing that the order waits for; undefined for nothing. */
export function awaitedOf({ lines }: QuoteSummary, status: Status): Awaited | undefined {
  const open = lines.filter((line) => !isReady(line, status));
  for (const [verb, is] of kinds) {
    if (verb === '测量' && status === 'requested') continue;
    const [first, ...others] = open.filter(is);
    if (!first) continue;
    const title = partTitle(first.part, lines.indexOf(first));
    const which = others.length > 0 ? `${title} 等 ${others.length + 1} 个零件` : title;
    return { label: `正在${verb}模型…`, text: `正在${verb}${which}的模型` };
  }
  return undefined;
}

/** The lines that the customer has to correct, without figures that a model will fill in. */
export function linesWithErrors({ lines }: QuoteSummary, status: Status): QuoteLine[] {
  const isToCome = status === 'requested' ? isUnread : isUnmeasured;
  return lines.filter(
    (line) =>
      !isReady(line, status) &&
      !isToCome(line.part) &&
      (isUndivided(line.part) || (line.subTotalFen === undefined && !line.isOpen)),
  );
}
