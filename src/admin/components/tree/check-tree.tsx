import { Button, Input } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { branchIds, filterTree, pathTo, type Branch } from './tree.ts';
import { TreeAction } from './tree-action.tsx';
import { checkState, chooseOnly, toggleBranch, type TreeChoice } from './tree-checks.ts';
import { TreeTable, type TreeColumn } from './tree-table.tsx';
import styles from './check-tree.module.css';

interface Props<N> {
  label: string;
  nodes: readonly N[];
  choice: TreeChoice<N>;
  nameOf: (node: N) => string;
  /** The text to search in; default: the name. */
  textOf?: (node: N) => string;
  columns: readonly TreeColumn<N>[];
  onChange: (chosen: Set<number>) => void;
  /** Choosing a node also chooses its ancestors. */
  includeAncestors?: boolean;
  /** The label of the button that chooses a node without its descendants. */
  onlyLabel: string;
  summary?: ReactNode;
}

/** A searchable tree with checkboxes. Nodes hidden by a search stay chosen. */
export function CheckTree<N extends Branch<N>>(props: Props<N>) {
  const { nodes, choice, nameOf, textOf = nameOf, onChange, onlyLabel } = props;
  const { idOf } = choice;
  const [search, setSearch] = useState('');
  const [expanded, setExpanded] = useState<ReadonlySet<number>>();
  const searchText = search.trim().toLowerCase();
  const shown = useMemo(
    () =>
      searchText === ''
        ? nodes
        : filterTree(nodes, (node) => textOf(node).toLowerCase().includes(searchText)),
    [nodes, searchText, textOf],
  );
  const expandedIds = expanded ?? new Set(branchIds(shown, idOf, searchText === '' ? 1 : undefined));
  // A click applies to the unfiltered branch, because a search may hide parts of it.
  const unfilteredPath = (node: N) => pathTo(nodes, idOf, idOf(node));

  return (
    <div className={styles.frame}>
      <div className={styles.tools}>
        <Input.Search
          className={styles.search}
          allowClear
          value={search}
          placeholder="搜索"
          aria-label={`搜索${props.label}`}
          onChange={(event) => {
            setSearch(event.target.value);
            setExpanded(undefined);
          }}
          // Enter must not submit the surrounding form.
          onPressEnter={(event) => event.preventDefault()}
        />
        <Button onClick={() => setExpanded(new Set(branchIds(shown, idOf)))}>展开全部</Button>
        <Button onClick={() => setExpanded(new Set())}>收起全部</Button>
        <span className={styles.summary}>{props.summary}</span>
      </div>
      <TreeTable<N>
        label={props.label}
        nodes={shown}
        idOf={idOf}
        nameOf={nameOf}
        columns={props.columns}
        expandedIds={expandedIds}
        onExpandedChange={setExpanded}
        checks={{
          stateOf: (node) => checkState(unfilteredPath(node).at(-1) ?? node, choice),
          isLocked: choice.isLocked,
          onToggle: (node) => {
            const path = unfilteredPath(node);
            const ancestors = props.includeAncestors ? path.slice(0, -1) : [];
            onChange(toggleBranch(path.at(-1) ?? node, choice, ancestors));
          },
        }}
        actions={{
          width: 80,
          render: ({ node }) =>
            choice.isStorable(node) && node.children.length > 0 && !choice.isLocked(node) ? (
              <TreeAction
                label={`${onlyLabel}：${nameOf(node)}`}
                onClick={() => onChange(chooseOnly(unfilteredPath(node).at(-1) ?? node, choice))}
              >
                {onlyLabel}
              </TreeAction>
            ) : null,
        }}
        empty="没有符合条件的项"
      />
    </div>
  );
}
