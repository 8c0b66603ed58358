interface FactsProps {
  facts: readonly (readonly [label: string, value: string])[];
  className?: string | undefined;
}

/** Labels with their values; empty values are left out. */
export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
