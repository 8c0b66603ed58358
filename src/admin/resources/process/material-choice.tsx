import { Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useMaterials } from '../../components/prices/catalogue-queries.ts';
import { useDictOptions } from '../../field-types/dict-options.ts';
import type { CustomInputProps } from '../../field-types/field.ts';
import { materialGroups, toggleAll } from './material-groups.ts';
import styles from './material-choice.module.css';

export function MaterialChoice({ id, value = [], onChange }: CustomInputProps<number[]>) {
  const materials = useMaterials();
  const labels = useDictOptions('material_tag');
  const [search, setSearch] = useState('');
  if (!materials) return <p>正在载入材料……</p>;
  const chosen = new Set(value);
  const groups = materialGroups(materials, search);
  const toggle = (ids: readonly number[]) => onChange?.(toggleAll(value, ids));
  return (
    <div className={styles.choice}>
      <div className={styles.tools}>
        <Input
          id={id}
          allowClear
          value={search}
          placeholder="按名称查找材料"
          onChange={(event) => setSearch(event.target.value)}
        />
        <span role="status">已选 {value.length} 种</span>
        <Button type="link" disabled={value.length === 0} onClick={() => onChange?.([])}>
          清空
        </Button>
      </div>
      <div className={styles.groups}>
        {groups.length === 0 ? <p>没有符合条件的材料</p> : null}
        {groups.map(({ tag, materials }) => {
          const ids = materials.map((material) => material.id);
          const count = ids.filter((materialId) => chosen.has(materialId)).length;
          const label = labels?.find((option) => option.value === tag)?.label ?? tag;
          return (
            <fieldset key={tag} className={styles.group}>
              <legend>
                <Checkbox
                  checked={count === ids.length}
                  indeterminate={count > 0 && count < ids.length}
                  onChange={() => toggle(ids)}
                >
                  {label}（{count}/{ids.length}）
                </Checkbox>
              </legend>
              {materials.map((material) => (
                <Checkbox
                  key={material.id}
                  checked={chosen.has(material.id)}
                  onChange={() => toggle([material.id])}
                >
                  {material.name}
                </Checkbox>
              ))}
            </fieldset>
          );
        })}
      </div>
    </div>
  );
}
