import { Button, Radio } from 'antd';
import { useEffect, useState } from 'react';
import {
  CHOSEN_DEPTS,
  DATA_SCOPES,
  dataScopeLabels,
  roles,
  type Role,
  type TreeOption,
} from '#contract/people/roles.ts';
import { createInterruptedInput } from '#providers/interrupted-input.ts';
import { useCommand } from '../../calls/use-command.ts';
import { ConflictDialog, type Difference } from '../../components/conflict-dialog.tsx';
import { allNodes } from '../../components/tree/tree.ts';
import styles from '../../resource-kit/resource-kit.module.css';
import { useSaveOnSessionEnd, useRestoredInput } from '../../session/use-interrupted.ts';
import { useBusy } from '../../components/use-busy.ts';
import { useUnsavedGuard } from '../../components/use-unsaved-guard.ts';
import scopeStyles from './scope-form.module.css';
import { VisibleDepts } from './visible-depts.tsx';

type DataScope = (typeof DATA_SCOPES)[number];

interface Props {
  role: Role;
  depts: readonly TreeOption[];
  onSaved: () => void;
  onReload: () => Promise<Role | undefined>;
  onClose: () => void;
}

const hints: Record<DataScope, string> = {
  1: '看到全部用户与订单',
  2: '只看到所选部门的用户与订单',
  3: '看到本部门的用户与订单',
  4: '看到本部门及其下级部门的用户与订单',
  5: '只看到自己的记录',
  6: '看到由本人负责的客户公司（含下级部门）的用户与订单，以及自己的记录',
};

const scopeOf = ({ dataScope }: Role) => DATA_SCOPES.find((known) => known === dataScope);

const interrupted = createInterruptedInput<{
  base: Role;
  scope: DataScope | undefined;
  chosen: ReadonlySet<number>;
}>();

export function ScopeForm({ role, depts, onSaved, onReload, onClose }: Props) {
  const command = useCommand();
  const formName = `data-scope/${role.roleId}`;
  const restored = useRestoredInput(interrupted, formName);
  const [base, setBase] = useState(restored?.base ?? role);
  const [scope, setScope] = useState(restored ? restored.scope : scopeOf(role));
  const [chosen, setChosen] = useState<ReadonlySet<number>>(restored?.chosen ?? new Set(role.deptIds));
  /** The role as another user has saved it, while the conflict dialog is open. */
  const [current, setCurrent] = useState<Role>();
  const { busy, whileBusy } = useBusy<'save'>();
  const { setDirty } = useUnsavedGuard();
  useEffect(() => {
    if (restored) setDirty(true);
  });
  useSaveOnSessionEnd(interrupted, formName, () => {
    const isChanged =
      scopeText(scope, chosen, depts) !== scopeText(scopeOf(base), new Set(base.deptIds), depts);
    return isChanged ? { base, scope, chosen } : undefined;
  });

  async function save() {
    if (scope === undefined || busy) return;
    // Only scope 2 (自定义部门) has departments.
    const deptIds = scope === CHOSEN_DEPTS ? [...chosen] : [];
    const body = { roleId: role.roleId, dataScope: scope, deptIds, version: base.version };
    await whileBusy('save', async () => {
      const result = await command(roles.setScope, { body });
      if (result.ok) {
        setDirty(false);
        onSaved();
      } else if (result.error === 'record.changed') setCurrent(await onReload());
    });
  }

  function differencesFrom(theirRole: Role): Difference[] {
    const textOf = (someRole: Role) => scopeText(scopeOf(someRole), new Set(someRole.deptIds), depts);
    const before = textOf(base);
    const mine = scopeText(scope, chosen, depts);
    const theirs = textOf(theirRole);
    if (mine === theirs) return [];
    const proposed = mine === before ? 'theirs' : 'mine';
    return [{ key: SCOPE, label: '数据权限', before, mine, theirs, proposed }];
  }

  function rebase(saved: Role, keepsMine: boolean) {
    setBase(saved);
    setCurrent(undefined);
    if (keepsMine) return;
    setScope(scopeOf(saved));
    setChosen(new Set(saved.deptIds));
    setDirty(false);
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={styles.drawerContent}>
        <Radio.Group
          className={scopeStyles.scopes}
          value={scope}
          aria-label="数据权限"
          onChange={(event) => {
            setScope(event.target.value as DataScope);
            setDirty(true);
          }}
          options={DATA_SCOPES.map((key) => ({
            value: key,
            label: (
              <>
                {dataScopeLabels[key]}
                <span className={scopeStyles.hint}>{hints[key]}</span>
              </>
            ),
          }))}
        />
        {scope === CHOSEN_DEPTS ? (
          <VisibleDepts
            depts={depts}
            chosen={chosen}
            onChange={(next) => {
              setChosen(next);
              setDirty(true);
            }}
          />
        ) : null}
      </div>
      <footer className={styles.formFooter}>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" htmlType="submit" loading={busy !== undefined}>
          保存
        </Button>
      </footer>
      {current ? (
        <ConflictDialog
          title="角色已被他人修改"
          differences={differencesFrom(current)}
          onMerge={(sides) => rebase(current, sides.get(SCOPE) !== 'theirs')}
          onDiscard={() => rebase(current, false)}
          onCancel={() => setCurrent(undefined)}
        />
      ) : null}
    </form>
  );
}

/** The key of the only possible difference. */
const SCOPE = 'scope';

function scopeText(scope: DataScope | undefined, deptIds: ReadonlySet<number>, depts: readonly TreeOption[]) {
  if (scope === undefined) return '（空）';
  if (scope !== CHOSEN_DEPTS) return dataScopeLabels[scope];
  const names = allNodes(depts).flatMap((dept) => (deptIds.has(dept.id) ? dept.label : []));
  return `${dataScopeLabels[scope]}：${names.join('、')}`;
}
