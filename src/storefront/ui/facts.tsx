import type { ReactElement } from 'react';

export type Fact = readonly [label: string, value: string | ReactElement | false | undefined];

interface FactsProps {
  facts: readonly Fact[];
  className?: string | undefined;
}

/** A list of labels and values. Omits entries without a value; renders nothing if none is left. */
export function Facts({ facts, className }: FactsProps) {
  const shown = facts.filter(([, value]) => Boolean(value));
  if (shown.length === 0) return null;
  return (
    <dl className={className}>
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
