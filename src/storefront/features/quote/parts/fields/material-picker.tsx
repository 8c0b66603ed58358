import { memo, useDeferredValue, useId, useRef, useState, type KeyboardEvent } from 'react';
import { workingDaysText } from '#domain/delivery/ship-date.ts';
import type { Material } from '#contract/catalogue/material-list.ts';
import { FieldError } from '#storefront/ui/form/field-error.tsx';
import { onDemand } from '#storefront/ui/on-demand.ts';
import { findMaterial } from '../../draft/catalogue-types.ts';
import { errorId, fieldId } from '../../draft/field-focus.ts';
import type { searchMaterials } from '../../draft/material-names.ts';
import type { QuoteScope } from '../../draft/quote-scope.ts';
import { MaterialTabs } from './material-tabs.tsx';
import styles from './material-picker.module.css';

const loadSearch = onDemand(() => import('../../draft/material-names.ts'), '材料搜索');

interface MaterialPickerProps {
  scope: QuoteScope;
  partKey: string;
  materialId: number | null;
  error?: string;
}

/** Radio buttons for the materials of a tag or a search. In the search, ↓ moves to the first result and Enter chooses it. */
export const MaterialPicker = memo(function MaterialPicker({
  scope,
  partKey,
  materialId,
  error,
}: MaterialPickerProps) {
  const { catalogue, tags, dispatch } = scope;
  const selected = findMaterial(catalogue, materialId);
  const [openTag, setOpenTag] = useState<string>();
  const [search, setSearch] = useState('');
  const [findMaterials, setSearchIn] = useState<typeof searchMaterials>();
  const query = useDeferredValue(findMaterials ? search.trim() : '');
  const panelId = useId();

  const tag = openTag ?? selected?.materialTag ?? tags[0]?.value ?? '';
  const materials =
    query === '' || !findMaterials
      ? catalogue.materials.filter((m) => m.materialTag === tag)
      : findMaterials(catalogue.materials, tags, query);
  const options = useRef<HTMLDivElement>(null);
  const pick = (picked: number) => dispatch({ type: 'materialPicked', key: partKey, materialId: picked });
  const onSearchKey = (event: KeyboardEvent) => {
    if (!findMaterials || event.nativeEvent.isComposing || search.trim() === '') return;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      options.current?.querySelector('input')?.focus();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const [first] = findMaterials(catalogue.materials, tags, search);
      if (!first) return;
      pick(first.id);
      setOpenTag(undefined);
      setSearch('');
    }
  };
  const labelId = `${panelId}-label`;

  return (
    <div className={styles.picker}>
      <div className={styles.head}>
        <span id={labelId} className={styles.label}>
          材料
        </span>
        <MaterialTabs
          tags={tags}
          currentTag={query === '' ? tag : undefined}
          selectedTag={selected?.materialTag}
          panelId={panelId}
          onPick={(value) => {
            setOpenTag(value);
            setSearch('');
          }}
        />
        <input
          type="search"
          className={styles.search}
          aria-label="搜索材料"
          placeholder="搜索材料"
          value={search}
          onFocus={() => {
            void loadSearch().then((loaded) => setSearchIn(() => loaded?.searchMaterials));
          }}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={onSearchKey}
        />
      </div>
      <div id={panelId} role="tabpanel" aria-label={query === '' ? labelOf(tags, tag) : '搜索结果'}>
        <div
          ref={options}
          id={fieldId(partKey, 'material')}
          role="radiogroup"
          tabIndex={-1}
          aria-labelledby={labelId}
          aria-required
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId(partKey, 'material')}
          className={styles.options}
        >
          {materials.map((material) => (
            <MaterialOption
              key={material.id}
              material={material}
              group={fieldId(partKey, 'material')}
              tagLabel={query === '' ? undefined : labelOf(tags, material.materialTag)}
              isSelected={material.id === materialId}
              onPick={() => pick(material.id)}
            />
          ))}
          {materials.length === 0 && (
            <p className={styles.none}>没有找到“{query}”，可按分类、牌号、俗称或用途搜索</p>
          )}
        </div>
      </div>
      <FieldError id={errorId(partKey, 'material')} message={error} />
    </div>
  );
});

interface MaterialOptionProps {
  material: Material;
  group: string;
  tagLabel?: string;
  isSelected: boolean;
  onPick: () => void;
}

function MaterialOption({ material, group, tagLabel, isSelected, onPick }: MaterialOptionProps) {
  return (
    <label className={styles.option}>
      <input
        type="radio"
        name={group}
        className={styles.radio}
        checked={isSelected}
        aria-label={`${material.name} ${workingDaysText(material.deliveryTime)}`}
        onChange={onPick}
      />
      <span className={styles.name}>{material.name}</span>
      <span className={styles.note}>
        {[workingDaysText(material.deliveryTime), tagLabel, material.remark].filter(Boolean).join(' · ')}
      </span>
    </label>
  );
}

function labelOf(tags: QuoteScope['tags'], value: string): string {
  return tags.find((tag) => tag.value === value)?.label ?? value;
}
