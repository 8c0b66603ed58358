import { Button, Input } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { branchIds, narrowedTree, pathTo, type Branch } from './tree.ts';
import { TreeAction } from './tree-action.tsx';
import { checkState, onlyItself, toggled, type TreeChoice } from './tree-checks.ts';
import { TreeTable, type TreeColumn } from './tree-table.tsx';
import styles from './check-tree.module.css';

interface Props<N> {
  label: string;
  nodes: readonly N[];
  choice: TreeChoice<N>;
  nameOf: (node: N) => string;
  /** The searched text; default: the name. */
  textOf?: (node: N) => string;
  withChildren: (node: N, children: readonly N[]) => N;
  columns: readonly TreeColumn<N>[];
  onChange: (chosen: Set<number>) => void;
  /** Choosing a node also chooses its ancestors. */
  bringsParents?: boolean;
  /** The label of the button that chooses a node without its descendants. */
  onlyLabel: string;
  /** Shown beside the search. */
  summary?: ReactNode;
}

/** A searchable tree with checkboxes. Nodes that a search hides stay chosen. */
export function CheckTree<N extends Branch<N>>(props: Props<N>) {
  const { nodes, choice, nameOf, textOf = nameOf, withChildren, onChange, onlyLabel } = props;
  const { idOf } = choice;
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<ReadonlySet<number>>();
  const wanted = search.trim().toLowerCase();
  const shown = useMemo(
    () =>
      wanted === ''
        ? nodes
        : narrowedTree(nodes, (node) => textOf(node).toLowerCase().includes(wanted), withChildren),
    [nodes, wanted, textOf, withChildren],
  );
  const open = opened ?? new Set(branchIds(shown, idOf, wanted === '' ? 1 : undefined));
  // A search hides parts of branches, so a click is evaluated on the whole tree.
  const wholeOf = (node: N) => pathTo(nodes, idOf, idOf(node));

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
            setOpened(undefined);
          }}
          // Enter in the search must not submit the form around the tree.
          onPressEnter={(event) => event.preventDefault()}
        />
        <Button onClick={() => setOpened(new Set(branchIds(shown, idOf)))}>展开全部</Button>
        <Button onClick={() => setOpened(new Set())}>收起全部</Button>
        <span className={styles.summary}>{props.summary}</span>
      </div>
      <TreeTable<N>
        label={props.label}
        nodes={shown}
        idOf={idOf}
        nameOf={nameOf}
        columns={props.columns}
        open={open}
        onOpenChange={setOpened}
        checks={{
          stateOf: (node) => checkState(wholeOf(node).at(-1) ?? node, choice),
          isLocked: choice.isLocked,
          onToggle: (node) => {
            const path = wholeOf(node);
            const above = props.bringsParents ? path.slice(0, -1) : [];
            onChange(toggled(path.at(-1) ?? node, choice, above));
          },
        }}
        actions={{
          width: 80,
          render: ({ node }) =>
            choice.isOwn(node) && node.children.length > 0 && !choice.isLocked(node) ? (
              <TreeAction
                label={`${onlyLabel}：${nameOf(node)}`}
                onClick={() => onChange(onlyItself(wholeOf(node).at(-1) ?? node, choice))}
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
