import type { ReactElement } from 'react';

export type Fact = readonly [label: string, value: string | ReactElement | false | undefined];

interface FactsProps {
  facts: readonly Fact[];
  className?: string | undefined;
}

/** Labels with their values; those without a value are left out. */
export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
