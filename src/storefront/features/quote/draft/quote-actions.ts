import type { FieldErrors } from '#contract/kernel/errors.ts';
import type { QuoteCatalogue } from './catalogue-types.ts';
import type { PartDraft, PartFields, TypedField } from './draft.ts';
import type { SizeField } from './size-text.ts';

export interface QuoteState {
  /** The catalogue that the parts were last adapted to. */
  readonly catalogue: QuoteCatalogue;
  readonly parts: readonly PartDraft[];
  /** The last removed part and its index, for undo. */
  readonly removed?: { readonly part: PartDraft; readonly index: number };
  /** The parts before the last bulk change (an action named `bulk…`), for undo; dropped at the next edit. */
  readonly beforeBulk?: readonly PartDraft[];
  /** Key of the part at which the bulk change was made, if any. */
  readonly bulkSourceKey?: string;
  /** Server errors by part key; cleared when the field changes. */
  readonly serverErrors: Readonly<Record<string, FieldErrors>>;
  readonly nextKey: number;
  /** The lead class that the customer chose; null for 标准. */
  readonly leadClassId: number | null;
  /** Whether the customer has changed anything; untouched parts are not stored as a draft. */
  readonly isTouched: boolean;
}

export type QuoteAction =
  | { type: 'added'; fields: PartFields }
  | { type: 'copied' | 'removed' | 'toggled' | 'noticesDismissed'; key: string }
  | { type: 'moved'; key: string; by: 1 | -1 }
  | { type: 'removalUndone' | 'removalDismissed' }
  | { type: 'typed'; key: string; field: TypedField; text: string }
  /** Makes a part round or not; a round part gets its length as its width. */
  | { type: 'roundChosen'; key: string; isRound: boolean }
  | { type: 'materialPicked'; key: string; materialId: number }
  | { type: 'optionPicked'; key: string; processId: number; optionId: number }
  /** Removes a pasted text that matched no choice; `field` is its key in `unread`. */
  | { type: 'unreadRemoved'; key: string; field: string }
  /** Changes and adds several parts in one undoable step; adds after part `after`, or at the end. */
  | {
      type: 'bulkSet';
      fields: ReadonlyMap<string, PartFields>;
      added: readonly PartFields[];
      after?: string;
    }
  | { type: 'bulkRemoved'; keys: ReadonlySet<string> }
  /** Moves a drawing to another part; removes the source part if it consisted only of the drawing. */
  | { type: 'bulkFileMoved'; id: number; from: string; to: string }
  | { type: 'bulkUndone' }
  | { type: 'leadClassPicked'; leadClassId: number | null }
  | { type: 'allToggled'; isExpanded: boolean }
  | { type: 'filesChanged'; key: string; change: (part: PartDraft) => Partial<FileState> }
  /** `modelRead`: changed by parsing its file, not by the customer. */
  | { type: 'modelChanged' | 'modelRead'; key: string; change: (part: PartDraft) => Partial<ModelFields> }
  | { type: 'validated'; keysWithErrors: readonly string[] }
  | { type: 'refused'; errors: Readonly<Record<string, FieldErrors>> }
  | { type: 'startedOver'; parts: readonly PartFields[]; leadClassId?: number | null }
  | { type: 'draftLoaded'; parts: readonly PartFields[] }
  | { type: 'catalogueChanged'; catalogue: QuoteCatalogue };

/** Uploaded files, and the number still uploading. */
type FileState = Pick<PartDraft, 'files' | 'pendingFiles'>;

/** The part's model and the fields that it fills in. */
export type ModelFields = Pick<PartDraft, 'modelFile' | 'replaced' | SizeField | 'num' | 'stockSizeId'>;

export type Dispatch = (action: QuoteAction) => void;
