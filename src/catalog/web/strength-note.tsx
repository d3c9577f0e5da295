/** How the product's strength differs from the search; renders nothing if it matches. */
export function StrengthNote({ note }: { note: string | undefined }) {
  return note ? <strong style={look}>{note}</strong> : null
}

/** Inline because it is rare: a stylesheet would add to every first visit. */
const look = { display: 'block', color: 'var(--bad)', fontSize: '0.75rem', whiteSpace: 'normal' } as const
