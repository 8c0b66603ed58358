import { memo } from 'react';
import type { PartDraft } from '../draft/draft.ts';
import { fieldId } from '../draft/field-focus.ts';
import type { QuoteScope } from '../draft/quote-scope.ts';
import { unofferedFields } from '../draft/validation.ts';
import styles from './part-notices.module.css';

interface PartNoticesProps {
  notices: readonly string[];
  onDismiss: () => void;
}

/** Changes that the customer did not make; shown until dismissed. */
export const PartNotices = memo(
  function PartNotices({ notices, onDismiss }: PartNoticesProps) {
    return (
      <div role="status">
        {notices.length > 0 && (
          <div className={styles.notices}>
            <ul>
              {notices.map((notice) => (
                <li key={notice}>{notice}</li>
              ))}
            </ul>
            <button type="button" className={styles.dismiss} onClick={onDismiss}>
              知道了
            </button>
          </div>
        )}
      </div>
    );
  },
  (before, after) => before.notices === after.notices,
);

/**
 * Pasted text (`unread`: it matched no option) for processes that the part's material does not offer: no field of the
 * card shows it.
 */
export function UnofferedTexts({ part, scope }: { part: PartDraft; scope: QuoteScope }) {
  const fields = unofferedFields(part, scope.catalogue);
  if (fields.length === 0) return null;
  const errors = scope.viewOf(part).checked.errors ?? {};
  return fields.map((field) => (
    <div key={field} role="alert" className={styles.notices}>
      {errors[field]}
      <button
        type="button"
        id={fieldId(part.key, field)}
        className={styles.dismiss}
        aria-label={`删除“${part.unread[field] ?? ''}”`}
        onClick={() => scope.dispatch({ type: 'unreadRemoved', key: part.key, field })}
      >
        删除
      </button>
    </div>
  ));
}
