import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { nearestFirst } from './choice-words.ts';
import { ChoiceList } from './choice-list.tsx';
import { cellAttributes, type CellProps } from './table-cell.ts';

const ASSUMED = '清单里没有写，按无处理';

interface ChoiceCellProps extends CellProps {
  /** The list that was pasted named none. */
  isAssumed: boolean;
  /** In the order of the catalogue. */
  options: () => readonly string[];
  onCommit: (text: string) => void;
}

/**
 * A material or option by name: committed when the cell is left, because half a name means nothing. The list of a cell that was not
 * understood opens with the focus, and has the nearest first.
 */
export function ChoiceCell(props: ChoiceCellProps) {
  const { id, text, label, error, isAssumed, options, onCommit } = props;
  const attributes = cellAttributes(props);
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef<string>(undefined);
  const [edited, setEdited] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const edit = (next: string | undefined) => {
    typed.current = next;
    setEdited(next);
    setMarked(-1);
  };
  const commit = (chosen = typed.current) => {
    if (chosen !== undefined && chosen !== text) onCommit(chosen);
    edit(undefined);
    setOpen(false);
  };
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  // A row that scrolls away keeps what was typed.
  useEffect(() => () => latest.current(), []);
  const wanted = edited ?? (error === undefined ? '' : text);
  const shown = isOpen ? (wanted === '' ? options() : nearestFirst(options(), wanted)) : [];
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, nativeEvent } = event;
    if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return;
    const isMoving = key === 'ArrowDown' || key === 'ArrowUp';
    if (isMoving && (altKey || edited !== undefined || marked !== -1)) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(true);
      setMarked(Math.min(Math.max(marked + (key === 'ArrowDown' ? 1 : -1), -1), options().length - 1));
    } else if (key === 'Escape') {
      edit(undefined);
      setOpen(false);
    } else if (key === 'Enter') commit(shown[marked]);
  };
  const isShown = isOpen && shown.length > 0;
  return (
    <span role="gridcell">
      <input
        {...attributes}
        ref={field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={isShown && marked !== -1 ? `${id}-list-${marked}` : undefined}
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
      {isShown && (
        <ChoiceList
          id={`${id}-list`}
          anchor={field}
          label={label}
          options={shown}
          marked={marked}
          onPick={(option) => commit(option)}
        />
      )}
    </span>
  );
}
