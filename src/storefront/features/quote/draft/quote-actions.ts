import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { QuoteCatalogue } from './catalogue-types.ts';
import type { PartDraft, PartFields, TypedField } from './draft.ts';
import type { SizeField } from './size-text.ts';

export interface QuoteState {
  /** The catalogue that the parts match. */
  readonly catalogue: QuoteCatalogue;
  readonly parts: readonly PartDraft[];
  /** The part removed last and its index, for undo. */
  readonly removed?: { readonly part: PartDraft; readonly index: number };
  /** The parts before the last change of several parts, until one of them changes again. */
  readonly beforeBulk?: readonly PartDraft[];
  /** The part where that change was made, if at one. */
  readonly bulkAt?: string;
  /** Errors from the server, by part key; an error is cleared when its field changes. */
  readonly serverErrors: Readonly<Record<string, FieldErrors>>;
  readonly nextKey: number;
  /** The lead class that the customer chose; null for 标准. */
  readonly leadClassId: number | null;
  /** Whether the customer has changed anything: untouched parts are not stored as a draft. */
  readonly isTouched: boolean;
}

export type QuoteAction =
  | { type: 'added'; fields: PartFields }
  | { type: 'copied' | 'removed' | 'toggled' | 'noticesRead'; key: string }
  | { type: 'moved'; key: string; by: 1 | -1 }
  | { type: 'restored' | 'removalAccepted' }
  | { type: 'typed'; key: string; field: TypedField; text: string }
  /** Whether the part is cut from a bar; it is then as wide as it is long. */
  | { type: 'roundChosen'; key: string; isRound: boolean }
  | { type: 'materialPicked'; key: string; materialId: number }
  | { type: 'optionPicked'; key: string; processId: number; optionId: number }
  | { type: 'unreadRemoved'; key: string; field: string }
  /** Changes several parts and adds others, after the part `after` or at the end, in one step that can be undone. */
  | {
      type: 'bulkSet';
      fields: ReadonlyMap<string, PartFields>;
      added: readonly PartFields[];
      after?: string;
    }
  | { type: 'bulkRemoved'; keys: ReadonlySet<string> }
  /** A drawing belongs to another part; the part that was made only of it disappears. */
  | { type: 'bulkFileMoved'; id: number; from: string; to: string }
  | { type: 'bulkUndone' }
  | { type: 'leadPicked'; leadClassId: number | null }
  | { type: 'allToggled'; isOpen: boolean }
  | { type: 'filesChanged'; key: string; change: (part: PartDraft) => Partial<FileState> }
  /** `modelRead`: by the reading of its file, not by the customer. */
  | { type: 'modelChanged' | 'modelRead'; key: string; change: (part: PartDraft) => Partial<ModelFields> }
  | { type: 'checked'; keysWithErrors: readonly string[] }
  | { type: 'refused'; errors: Readonly<Record<string, FieldErrors>> }
  | { type: 'replaced'; parts: readonly PartFields[]; leadClassId?: number | null }
  | { type: 'loaded'; parts: readonly PartFields[] }
  | { type: 'catalogueChanged'; catalogue: QuoteCatalogue };

/** The part's files and the number still uploading. */
type FileState = Pick<PartDraft, 'files' | 'pendingFiles'>;

/** The part's model with what it fills in, and the stock. */
export type ModelFields = Pick<PartDraft, 'modelFile' | 'replaced' | SizeField | 'num' | 'stockSizeId'>;

export type Dispatch = (action: QuoteAction) => void;
