/** Diagonal lines, so that an area can be recognized without color. */
export function HatchPattern({ id, color }: { id: string; color: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill="var(--surface)" />
      <rect width="2.5" height="6" fill={color} />
    </pattern>
  )
}
