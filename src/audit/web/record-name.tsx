import { Link } from '@tanstack/react-router'
import type { AuditRow } from '../contract.ts'

/** What the entry is about, linked where it has a page. */
export function RecordName({ entry }: { entry: AuditRow }) {
  const { entity, entityId: id, entityName } = entry
  const name = entityName || (id ? `${id.slice(0, 8)}…` : '–')
  if (entity === 'sales order' && id)
    return (
      <Link to="/order/$id" params={{ id }} title={id}>
        {entityName ? `Order ${entityName}` : name}
      </Link>
    )
  if (entity === 'product' && id)
    return (
      <Link to="/admin/product/$id" params={{ id }} title={entityName}>
        {name}
      </Link>
    )
  return <span title={id}>{name}</span>
}
