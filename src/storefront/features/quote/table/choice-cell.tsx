import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { sortBySimilarity } from './choice-words.ts';
import { ChoiceList } from './choice-list.tsx';
import { cellAttributes, type CellProps } from './table-cell.ts';

const ASSUMED = '清单里没有写，按无处理';

interface ChoiceCellProps extends CellProps {
  /** The choice is assumed, because the pasted list stated none. */
  isAssumed: boolean;
  /** In the order of the catalogue. */
  options: () => readonly string[];
  onCommit: (text: string) => void;
}

/**
 * A field for a material or option by name. Commits on blur, because an unfinished name means nothing. In a cell that was not
 * understood, the list opens on focus and starts with the most similar options.
 */
export function ChoiceCell(props: ChoiceCellProps) {
  const { id, text, label, error, isAssumed, options, onCommit } = props;
  const attributes = cellAttributes(props);
  const field = useRef<HTMLInputElement>(null);
  const pending = useRef<string>(undefined);
  const [edited, setEdited] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [highlightedIndex, setHighlightedIndex] = useState(-1);
  const edit = (next: string | undefined) => {
    pending.current = next;
    setEdited(next);
    setHighlightedIndex(-1);
  };
  const commit = (chosen = pending.current) => {
    if (chosen !== undefined && chosen !== text) onCommit(chosen);
    edit(undefined);
    setOpen(false);
  };
  const latestCommit = useRef(commit);
  useEffect(() => {
    latestCommit.current = commit;
  });
  // Commits when the row is scrolled away.
  useEffect(() => () => latestCommit.current(), []);
  const query = edited ?? (error === undefined ? '' : text);
  const visibleOptions = isOpen ? (query === '' ? options() : sortBySimilarity(options(), query)) : [];
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, nativeEvent } = event;
    // Safari reports 229 for the key that ends a composition.
    if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return;
    const isMoving = key === 'ArrowDown' || key === 'ArrowUp';
    if (isMoving && (altKey || edited !== undefined || highlightedIndex !== -1)) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(true);
      setHighlightedIndex(
        Math.min(Math.max(highlightedIndex + (key === 'ArrowDown' ? 1 : -1), -1), options().length - 1),
      );
    } else if (key === 'Escape') {
      edit(undefined);
      setOpen(false);
    } else if (key === 'Enter') commit(visibleOptions[highlightedIndex]);
  };
  const isListVisible = isOpen && visibleOptions.length > 0;
  return (
    <span role="gridcell">
      <input
        {...attributes}
        ref={field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isListVisible}
        aria-controls={isListVisible ? `${id}-list` : undefined}
        aria-activedescendant={
          isListVisible && highlightedIndex !== -1 ? `${id}-list-${highlightedIndex}` : undefined
        }
        title={attributes.title ?? (isAssumed ? `${text}：${ASSUMED}` : text)}
        data-assumed={isAssumed || undefined}
        value={edited ?? text}
        data-edited={edited}
        maxLength={120}
        onChange={({ target }) => {
          edit(target.value);
          setOpen(true);
        }}
        onFocus={(event) => {
          attributes.onFocus(event);
          setOpen(error !== undefined);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => commit()}
        onKeyDown={onKeyDown}
      />
      {isListVisible && (
        <ChoiceList
          id={`${id}-list`}
          anchor={field}
          label={label}
          options={visibleOptions}
          highlightedIndex={highlightedIndex}
          onPick={(option) => commit(option)}
        />
      )}
    </span>
  );
}
