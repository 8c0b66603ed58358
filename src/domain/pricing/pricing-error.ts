/** A reason why there is no price. */
interface PricingFailure {
  /** The field of the part that shows the reason. */
  readonly field: 'material' | 'num';
  /** The cause, for staff and customers. */
  readonly reason: string;
  /** Advice for the customer. */
  readonly remedy?: string;
}

const CONTACT_US = '请联系我们报价';

/** Every reason why an item or an order has no price. */
const failures = {
  /** There is no machining price for the material's tag. */
  no_machining_price: { field: 'material', reason: '该类材料暂无加工基价', remedy: CONTACT_US },
  /** The quantity is not a whole number of at least 1. */
  invalid_quantity: { field: 'num', reason: '数量须为 1 以上的整数' },
  /** A size of the part or of the stock is not a positive number. */
  invalid_size: { field: 'material', reason: '尺寸须大于 0' },
  /** A figure is not finite, is negative, or exceeds the largest amount the shop quotes. */
  out_of_range: { field: 'material', reason: '金额超出报价范围', remedy: CONTACT_US },
  /** The sum is not a safe integer of fen. */
  total_out_of_range: { field: 'material', reason: '合计金额超出报价范围', remedy: CONTACT_US },
  /** The goods would ship after the year 9999. */
  date_out_of_range: { field: 'material', reason: '交期超出报价范围', remedy: CONTACT_US },
  /** The trace was written by a formula that this kernel does not know. */
  unknown_formula: { field: 'material', reason: '价格公式版本不符', remedy: '请刷新页面' },
} as const satisfies Record<string, PricingFailure>;

export type PricingErrorCode = keyof typeof failures;

/** Why there is no price. Its message is for the log; users read `reason` or `customerMessage`. */
export class PricingError extends Error {
  readonly code: PricingErrorCode;

  constructor(code: PricingErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'PricingError';
    this.code = code;
  }

  get field(): PricingFailure['field'] {
    return failures[this.code].field;
  }

  /** The cause in Chinese, without advice. */
  get reason(): string {
    return failures[this.code].reason;
  }

  /** The cause and the advice for the customer, in Chinese. */
  get customerMessage(): string {
    const { reason, remedy }: PricingFailure = failures[this.code];
    return remedy === undefined ? reason : `${reason}，${remedy}`;
  }
}

/** Runs `work`; for a PricingError, returns the result of `otherwise`. */
export function priceOr<T, F>(work: () => T, otherwise: (error: PricingError) => F): T | F {
  try {
    return work();
  } catch (error) {
    if (error instanceof PricingError) return otherwise(error);
    throw error;
  }
}

/** Runs `work`; returns undefined for a PricingError. */
export const priceOrUndefined = <T>(work: () => T): T | undefined => priceOr(work, () => undefined);
