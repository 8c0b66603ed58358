import { partTitle } from '../../draft/draft.ts';
import { isMeasuredByServer, needsBodyChoice, isUnmeasured, isReading } from '../../draft/part-model.ts';
import type { QuoteLine, QuoteSummary } from '../../draft/price-draft.ts';
import type { OrderToPlace } from '../order-to-place.ts';

/** Enough for two attempts of the server at a large model, 30 s apart. */
export const LONGEST_WAIT_MS = 180_000;

export interface WaitReason {
  /** For the button: 正在读取模型… */
  label: string;
  /** Also names the part. */
  text: string;
}

type Status = OrderToPlace['status'];

/** Whether the model's checks are still running. The server has already checked an existing order's model. */
const isChecking = ({ part: { modelFile }, view: { price } }: QuoteLine): boolean =>
  price.isPriced && price.isChecking === true && modelFile !== undefined && !modelFile.ordered;

interface ModelStep {
  /** For 正在…模型. */
  verb: string;
  matches: (line: QuoteLine) => boolean;
  /** A request does not wait for it. */
  isForOrdersOnly?: true;
}

const modelSteps: readonly ModelStep[] = [
  { verb: '读取', matches: ({ part }) => isReading(part) },
  { verb: '测量', matches: ({ part }) => isMeasuredByServer(part), isForOrdersOnly: true },
  { verb: '核对', matches: isChecking },
];

/** Whether the line can be sent as a request, which needs no measurements; false for any other submission. */
const isReadyToRequest = ({ subTotalFen, isUnpriced }: QuoteLine, status: Status): boolean =>
  status === 'requested' && (subTotalFen !== undefined || isUnpriced);

/** What the order waits for first; undefined if nothing. */
export function waitReasonOf({ lines }: QuoteSummary, status: Status): WaitReason | undefined {
  const unready = lines.filter((line) => !isReadyToRequest(line, status));
  for (const { verb, matches, isForOrdersOnly } of modelSteps) {
    if (isForOrdersOnly && status === 'requested') continue;
    const [first, ...others] = unready.filter(matches);
    if (!first) continue;
    const title = partTitle(first.part, lines.indexOf(first));
    const partsText = others.length > 0 ? `${title} 等 ${others.length + 1} 个零件` : title;
    return { label: `正在${verb}模型…`, text: `正在${verb}${partsText}的模型` };
  }
  return undefined;
}

/** The lines that the customer has to correct. Excludes those that a pending model will complete. */
export function linesWithErrors({ lines }: QuoteSummary, status: Status): QuoteLine[] {
  const isPending = status === 'requested' ? isReading : isUnmeasured;
  return lines.filter(
    (line) =>
      !isReadyToRequest(line, status) &&
      !isPending(line.part) &&
      (needsBodyChoice(line.part) || (line.subTotalFen === undefined && !line.isUnpriced)),
  );
}
